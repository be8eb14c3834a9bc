"""What parts of the rig may report, in the viewer's language: their English sentences, with gaps for what varies."""

from __future__ import annotations

from rig.page.rule_sentences import BOARD_SENTENCES, SENTENCES, rule_sentence
from rig.page.words import N_, Words

CAMERAS = (
    N_(
        "No camera was found. Plug in a USB camera, or look at both ends of the Pi's ribbon cable; "
        "the game goes on by hand meanwhile."
    ),
    N_("No USB camera is plugged in. Plug one in and try again."),
    N_("The Pi's camera gives no pictures. Switch the Pi off and look at the ribbon cable at both ends."),
    N_("The Pi's camera refused its settings (%(reason)s). Run: keltis doctor"),
    N_(
        "The Pi sees no camera on its connector. Switch it off, press the ribbon cable home at both ends, and look "
        "with: rpicam-hello --list-cameras"
    ),
    N_(
        "The Pi's camera needs picamera2, which comes with the system: sudo apt install python3-picamera2, then "
        "make the environment again with deploy/make-venv.sh"
    ),
    N_(
        "The Pi's camera cannot be opened (%(reason)s). Close other programs that use it and look at its cable; "
        "rpicam-hello --list-cameras shows what the Pi sees."
    ),
    N_("The desk camera looks at rendered dice; start it with: keltis demo"),
    N_("%(choice)s is no USB camera; write usb, or usb:0 for the first one."),
    N_("There is no USB camera %(number)s, nor any other. Plug one in; it is found by itself."),
    N_("There is no USB camera %(number)s. Plug it in, or choose one that is there with --camera: %(found)s."),
    N_("USB camera %(number)s cannot be opened. Plug it in, and close other programs that use a camera."),
    N_("USB camera %(number)s gives no pictures. Look at its cable; the game goes on by hand meanwhile."),
    N_("The %(camera)s gives no pictures any more. Look at its cable; the game goes on by hand meanwhile."),
    N_("There is no picture, folder or film at %(path)s; look at the path given with --camera."),
    N_("The folder %(path)s holds no pictures (%(endings)s); name another one."),
    N_("%(path)s holds no picture; record it again or name another one."),
    N_("%(path)s is no film that can be opened; record it as MP4 or AVI."),
    N_("A hand or something large is in the picture."),
    N_("I see no dice."),
    N_("I see %(count)s of %(wanted)s dice."),
    N_("There may be another die near (%(x)s, %(y)s)."),
    N_("The tray looks different: were camera, tray or lamp moved? ☰, Aim the camera, shows how well it is seen."),
    N_("Camera or tray stand otherwise than when the camera was aimed: ☰, Aim the camera."),
)
PICTURES = (
    N_("%(path)s is no file; give a JPEG or PNG file."),
    N_("%(path)s is empty; take the picture again."),
    N_("%(path)s has %(size)s MB; give a picture of less than 100 MB."),
    N_("%(path)s is no picture that can be opened, or has more than 10000 x 10000 pixels."),
    N_("%(path)s is damaged; take the picture again or copy it once more."),
    N_("%(path)s is no picture; give a JPEG or PNG file."),
    N_("%(path)s is %(size)s pixels; give a picture of at most 10000 a side."),
    N_("A frame is (height, width, 3) uint8 in blue, green, red, not %(found)s."),
    N_("The picture is only %(size)s pixels; give a larger one."),
    N_("%(path)s cannot be read: %(reason)s."),
)
READING = (
    N_("%(reason)s Until then what was taught before it is used, if there is any."),
    N_("%(file)s is no profile of keltis-rig, or it is damaged; teach the dice again."),
    N_("%(file)s is no file; name a profile that `keltis teach` made."),
    N_("There is no profile %(file)s; make one with `keltis teach`."),
    N_("The profile %(file)s cannot be read: %(reason)s."),
    N_("The profile %(file)s cannot be written: %(reason)s."),
    N_("%(file)s is larger than any profile; name one that `keltis teach` made."),
    N_(
        "The profile was altered: its places have %(count)s numbers where the network gives %(width)s. "
        "Teach the dice again."
    ),
    N_("The profile is of the dice set %(found)s, not %(wanted)s; choose the right one or teach anew."),
    N_("The profile is of the dice set %(found)s, not %(wanted)s."),
    N_("The model's card %(file)s is missing; reinstall keltis-rig or run `make models`."),
    N_("The model's card %(file)s cannot be read (%(reason)s); reinstall keltis-rig."),
    N_("The model's card %(file)s names no sha256; reinstall keltis-rig or run `make models`."),
    N_(
        "The model %(file)s was altered (sha256 %(found)s, its card says %(wanted)s); "
        "reinstall keltis-rig or run `make models`."
    ),
    N_("The model %(file)s is missing; reinstall keltis-rig or run `make models`."),
    N_("The model %(file)s cannot be read (%(reason)s); check its rights."),
    N_("%(file)s.onnx does not say what it reads; use the file that came with keltis-rig."),
    N_("%(file)s.onnx cannot be opened (%(reason)s); reinstall keltis-rig or run `make models`."),
    N_("%(file)s.onnx is a %(found)s network, not %(wanted)s; put the right file there."),
    N_("%(file)s.onnx wants %(wanted)s of shape (n, %(shape)s), not %(found)s."),
    N_("Reading failed; enter the roll by hand, and look into the log."),
)
TEACHING = (
    N_("Teaching failed; what was taken is kept. Look into the log."),
    N_("Looking failed; look into the log."),
    N_("What was shown before could not be removed; delete the folder %(path)s."),
    N_("The picture could not be removed: %(reason)s."),
    N_("The picture could not be kept: %(reason)s"),
    N_("The picture of the tray could not be kept: %(reason)s."),
    N_("Not taught yet: %(missing)s. Show each face %(count)s times."),
    N_("Dice were named in this game: ☰, Learn from the game, takes them into what was taught."),
    N_("The demo teaches itself its dice first; that takes a moment."),
    N_(
        "While the desk's dice were taught, this model named %(wrong)s of %(count)s faces otherwise: its labels are "
        "not those of the dice. Use the model that came with the program."
    ),
    N_(
        "The desk's dice could not be taught (%(reason)s) The reader saw too little in %(frames)s frames with "
        "%(shots)s shots wanted of each face; is the model the right one?"
    ),
)
FILES = (
    N_(
        "The games' file was damaged and lies beside it as %(file)s; it goes on from its copy. "
        "Compare the table and put it right."
    ),
    N_("The games' file was damaged and lies beside it as %(file)s."),
    N_("The games' file holds %(event)s, which is impossible now: %(reason)s"),
    N_("The games' file holds %(event)s, which is refused now: %(reason)s."),
    N_(
        "Cannot %(what)s the games' file (%(reason)s); check free space and access of its folder, "
        "or name another one with --data."
    ),
    N_("%(file)s was written by a newer version of keltis-rig, or altered; update, or name another --data."),
    N_("%(file)s holds a game that cannot be read; name another --data."),
    N_("This is no event of this version (%(reason)s): %(text)s"),
    N_("Game %(number)s of the games' file cannot be read; name another --data."),
    N_("Game %(number)s cannot be played again by this version (%(reason)s)."),
    N_("Cannot write %(file)s (%(reason)s); check free space and access."),
    N_("The file of your own board cannot be read: %(reason)s"),
    N_("What was learned of your board could not be written: %(reason)s"),
)
SETTINGS = (
    N_("%(file)s cannot be read (%(reason)s); name another file with --settings."),
    N_("%(file)s is no TOML file: %(problem)s. Mend that line or delete the file."),
    N_("%(file)s: [%(table)s] is unknown; the tables are %(names)s."),
    N_('%(file)s: page.phone_code takes six to twelve digits in quotes, as "314159".'),
    N_("%(key)s is unknown; [%(table)s] knows %(names)s."),
    N_("%(key)s is %(value)s; two numbers in brackets are wanted, as [2.1, 1.6]."),
    N_("%(key)s is %(value)s; a whole number is wanted."),
    N_("%(key)s is %(value)s; a number is wanted."),
    N_("%(key)s is %(value)s; true or false is wanted."),
    N_("%(key)s is %(value)s; a text in quotes is wanted."),
    N_("%(key)s is %(value)s; it may be %(lowest)s to %(highest)s."),
    N_("%(key)s is %(value)s; it may be %(choices)s."),
    N_("%(file)s: %(first)s and %(second)s both use pin %(pin)s; give each its own."),
)
PINS = (
    N_("The buttons are no longer heard; use the keys or the screen and start the rig again."),
    N_("Button %(button)s has been down for long: is it stuck, or its wire touching ground?"),
    N_(
        "Pin %(pin)s for button %(button)s cannot be used (%(reason)s). Another program or an overlay may hold it: "
        "stop that, or choose another pin in rig.toml under [buttons]."
    ),
    N_(
        "Pin %(pin)s cannot be used for a lamp (%(reason)s). Another program or an overlay may hold it: "
        "stop that, or choose another pin in rig.toml under [lamps]."
    ),
    N_(
        "The buttons need lgpio, which comes with the system: sudo apt install python3-lgpio, then make the "
        'environment again with deploy/make-venv.sh; or set use = "none" in rig.toml under [buttons].'
    ),
    N_(
        "The Pi's pins cannot be opened (%(reason)s). Add your user to the group gpio (sudo adduser $USER gpio) and "
        'log in again; or set use = "none" in rig.toml under [buttons].'
    ),
)
OTHERS = (
    N_("The adviser failed at this position; choose by yourself."),
    N_("The rig is in no home network. Connect it to one, then try again."),
    N_("Port %(port)s cannot be used (%(reason)s); close the other program or choose a port with --port."),
)
REPORTS = (*READING, *CAMERAS, *TEACHING, *FILES, *SETTINGS, *PINS, *OTHERS, *PICTURES)
"""What they may say."""

SYSTEM = (
    N_("No space left on device"),
    N_("Read-only file system"),
    N_("Permission denied"),
    N_("No such file or directory"),
    N_("Is a directory"),
    N_("Input/output error"),
    N_("Address already in use"),
)
DATABASE = (
    N_("database or disk is full"),
    N_("attempt to write a readonly database"),
    N_("unable to open database file"),
)
"""Reasons that the system and the database give most often; the others stay as they are."""

ALL_SENTENCES = (*SENTENCES, *BOARD_SENTENCES, *REPORTS, *SYSTEM, *DATABASE)
"""These, and the sentences that may stand inside them; where several fit, the first one counts."""


def told_report(sentence: str, words: Words, players: tuple[str, ...] = ()) -> str:
    """What a part of the rig or the engine says, in the viewer's language; what is not known stays as it is.

    Args:
        players: names by seat, for the letters that the engine calls them by.
    """
    return rule_sentence(sentence, words, players, ALL_SENTENCES)

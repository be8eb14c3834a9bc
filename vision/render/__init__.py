"""Rendered trays and dice, for the desk camera and for training; numpy and OpenCV alone.

- `designs.die_design`, `designs.invented_design`: dice and faces as data, from asset families (`families`)
- `patch.render_patch`: one die on a small picture, fast
- `scene.random_scene` and `picture.render`: whole trays with the truth about their dice
- `desk_tray.DeskTray`: a tray to throw dice in where there is no camera

The same seed gives the same picture.  Who renders much in several processes should call `cv2.setNumThreads(1)` first:
the pictures are too small for OpenCV's threads to help.
"""

// Keys and the rig's buttons on pages beside the table and in the sheets before it: a press is a click on what bears its
// name in data-press, or moves from one link to the next where nothing does.
"use strict";
(() => {
  const KEYS = { Enter: "confirm", " ": "confirm", r: "reroll", R: "reroll", ArrowUp: "up", ArrowDown: "down", u: "undo", U: "undo", Backspace: "undo" };
  const isSeen = (one) => one.getClientRects().length > 0 && !one.disabled;
  const isTable = "screen" in document.body.dataset;
  const sheet = () => [...document.querySelectorAll("[popover]:popover-open")].pop();
  const scope = () => sheet() || document.querySelector("main");
  const stops = () => [...scope().querySelectorAll("a[href], button, summary, select, input:not([type=hidden])")].filter(isSeen);

  const move = (by) => {
    const all = stops(), at = all.indexOf(document.activeElement);
    const first = all.length > 1 && all[0].matches(".close") ? 1 : 0;  // the cross closes what was opened just now
    const to = at < 0 ? (by > 0 ? first : all.length - 1) : Math.max(0, Math.min(all.length - 1, at + by));
    const next = to === at ? undefined : all[to], box = next?.getBoundingClientRect();
    if (!next || box.top > innerHeight || box.bottom < 0) {  // what lies between is there to be read
      (sheet() || window).scrollBy({ top: by * innerHeight * 0.6 });
      return;
    }
    next.focus({ focusVisible: true, preventScroll: true });
    next.scrollIntoView({ block: "nearest" });
  };

  // A list of values goes on to the next, or back to the one before, and from the last round to the first.
  const turn = (list, by) => {
    list.selectedIndex = (list.selectedIndex + by + list.length) % list.length;
    for (const kind of ["input", "change"]) list.dispatchEvent(new Event(kind, { bubbles: true }));
  };
  const work = (at) => { if (at.matches("select")) turn(at, 1); else at.click(); };

  // True if the press meant something here.
  const press = (name) => {
    if (isTable && !sheet()) return false;
    if (sheet() && (name === "undo" || name === "menu")) { sheet().hidePopover(); return true; }
    const meant = [...document.querySelectorAll(`[data-press~="${name}"]`)].find(isSeen);
    if (meant) {
      if (meant.getAttribute("aria-disabled") !== "true") meant.click();
      return true;
    }
    if (name === "up" || name === "down") { move(name === "up" ? -1 : 1); return true; }
    if (name === "confirm" && stops().includes(document.activeElement)) { work(document.activeElement); return true; }
    if (name === "reroll" && document.activeElement.matches("select")) { turn(document.activeElement, -1); return true; }
    if (name === "undo" || name === "menu") { document.getElementById("back")?.click(); return true; }
    return false;
  };

  // The keys drawn at the bottom do what the rig's buttons do; what has the focus keeps it.
  for (const key of document.querySelectorAll("[data-key]")) {
    key.addEventListener("mousedown", (event) => event.preventDefault());
    key.addEventListener("click", () => press(key.dataset.key));
  }

  document.addEventListener("keydown", (event) => {
    const name = KEYS[event.key], at = document.activeElement;
    if (!name || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || event.repeat && name === "confirm") return;
    if (at && at.matches("input:not([type=checkbox]), select, textarea")) return;
    if (name === "confirm" && at && at.matches("a, button, summary, input") && !at.matches("[data-press]")) return;
    if (press(name)) event.preventDefault();
  });

  // Only the rig itself has buttons; the page listens while it is in sight.
  const isRig = ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);
  let stream = null;
  const listen = () => {
    const wanted = isRig && document.visibilityState === "visible" && (!isTable || Boolean(sheet()));
    if (wanted && !stream) {
      stream = new EventSource("/presses");
      stream.addEventListener("press", (event) => press(event.data));
    } else if (!wanted && stream) {
      stream.close();
      stream = null;
    }
  };
  document.addEventListener("visibilitychange", listen);
  if (isTable) document.addEventListener("toggle", listen, true);
  addEventListener("pagehide", () => { stream?.close(); stream = null; });
  addEventListener("pageshow", listen);
})();

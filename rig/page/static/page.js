// Swaps what the rig sends, posts what people do, keeps focus and scroll.  Everything also works without this file.
"use strict";
(() => {
  const body = document.body, alertBox = document.getElementById("alert"), announce = document.getElementById("announce");
  const latest = new Map(), sheets = document.getElementById("sheets");
  let behind = null, wanted = "";
  let busy = false, refusalTimer = 0, calm = 0, told = 0, acted = 0;

  // What a sheet hides is said in the sheet as well.
  const say = (sentence, lasting, shownFor = 4500) => {
    alertBox.textContent = sentence;
    document.querySelectorAll("[popover] > .refused").forEach((one) => one.remove());
    const sheet = sentence && [...document.querySelectorAll("[popover]:popover-open")].pop();
    if (sheet) sheet.prepend(Object.assign(document.createElement("p"), { className: "refused", textContent: sentence }));
    clearTimeout(refusalTimer);
    if (sentence && !lasting) refusalTimer = setTimeout(() => { alertBox.textContent = ""; }, shownFor);
  };

  // What is the same stays the very same element: a reader's place, focus, an open sheet and half a choice live in it.
  const renew = (region, html, anew, part) => {
    const next = document.createElement("template"), at = document.activeElement, focused = region.contains(at) ? at.id : "";
    const tag = part instanceof SVGElement ? "svg" : "div";
    next.innerHTML = `<${tag}>${html}</${tag}>`;
    const inner = next.content.firstElementChild;
    morphdom(part || region, part ? inner.firstElementChild : inner, {
      childrenOnly: !part,
      getNodeKey: (node) => node.nodeType === 1 && node.hasAttribute("popover") ? node.id : undefined,
      onBeforeElUpdated: (from, to) => {
        if (region.id !== "setup" && from.isEqualNode(to)) return false;
        if (from.matches(".entry") && from.elements.move?.value !== to.elements.move?.value) { from.replaceWith(to); return false; }
        if (from.matches(".is-laid")) {
          if (from.defaultValue === to.defaultValue) return false;
          laying(from.form).hidden = true;
        }
        if (from.matches(".entry input") && from.name === to.name && from.value === to.value) return false;
        if (from === at && from.matches('input[type="text"]') || from.matches(".laying")) return false;
        if (from.matches("#choices > ol") && (anew || from.id !== to.id)) { from.replaceWith(to); return false; }
        if (from.matches("#choice-list, #choice-list > li")) to.className = from.className;
        if (from.matches("details")) to.open = from.open && from.firstElementChild.isEqualNode(to.firstElementChild);
        if (from.matches(".tray svg[viewBox]")) to.setAttribute("viewBox", from.getAttribute("viewBox"));
        return true;
      },
    });
    if (focused && document.activeElement !== at) document.getElementById(focused)?.focus({ preventScroll: true });
  };

  // A region comes with marks around its parts.  Where nothing but parts changed, nothing else is looked at.
  const PARTS = ".board > :is(desc, .space, .row-head, .pieces, .series-row), .board > [data-at] > .chip, #choice-list > li, .players > li";
  const drawn = new WeakMap();
  const swap = (id, [html, mark], anew = false) => {
    const region = document.getElementById(id);
    if (!region || region.dataset.region === mark && drawn.has(region)) return;
    const next = html.split("\x1e"), isThere = region.dataset.region === mark;
    region.dataset.region = mark;
    if (isThere) { drawn.set(region, next); return; }
    const known = drawn.get(region) || [], elements = region.querySelectorAll(PARTS);
    drawn.set(region, next);
    const isAlike = known.length === next.length && elements.length > 0 && 2 * elements.length + 1 === next.length
      && next.every((one, at) => at % 2 || one === known[at]) && !(anew && id === "choices");
    if (!isAlike) { renew(region, next.join(""), anew); return; }
    next.forEach((one, at) => { if (one !== known[at]) renew(region, one, anew, elements[(at - 1) / 2]); });
  };

  // What is out of sight in a new list is drawn after what is in sight; nobody waits for it.
  const putOff = (list) => {
    const lines = list ? [...list.children] : [], seen = innerHeight < 520 ? 4 : 6;
    if (lines.length <= seen) return;
    const chosen = lines.findIndex((one) => one.querySelector(".chosen"));
    const first = Math.min(chosen < seen ? 0 : chosen - 1, lines.length - seen), end = chosen < seen ? seen : chosen + seen;
    list.classList.add("fresh");
    lines.forEach((one, place) => one.classList.toggle("near", place >= first && place < end));
  };
  const drawRest = () => whenIdle(() => document.getElementById("choice-list")?.classList.remove("fresh"));

  const showChosen = () => {
    const list = document.getElementById("choice-list"), chosen = list?.querySelector(".chosen")?.parentElement;
    if (!chosen) return;
    const above = chosen.previousElementSibling || chosen, first = list.firstElementChild.offsetTop;
    if (chosen.offsetTop < list.scrollTop || chosen.offsetTop + chosen.offsetHeight > list.scrollTop + list.clientHeight) {
      const wholly = Math.min(chosen.offsetTop - first, chosen.offsetTop + chosen.offsetHeight - list.clientHeight);
      list.scrollTop = Math.max(above.offsetTop - first, wholly);
    }
  };

  // What is new is announced in the order in which it came; each line is an element of its own, so that none replaces another.
  let heard = null;
  const newest = (story, known) => {
    let fresh = 0;
    while (fresh < story.length && !story.slice(fresh).every((line, place) => place >= known.length || line === known[place])) fresh += 1;
    return story.slice(0, fresh).reverse();
  };
  const tell = (spoken) => {
    const before = heard || { ...spoken, notices: [], question: "" };
    const lines = [...newest(spoken.story, before.story), ...spoken.notices.filter((line) => !before.notices.includes(line))];
    const asks = lines.length > 0 || spoken.question !== before.question;
    if (asks) lines.push(spoken.question);
    const rethinks = !asks && before.highlighted && before.rethought && performance.now() - acted > 1000;
    if (asks || spoken.mark !== before.mark) lines.push((rethinks ? `${spoken.rethought} ` : "") + spoken.highlighted);
    heard = spoken;
    for (const line of lines.filter(Boolean)) {
      announce.append(Object.assign(document.createElement("p"), { textContent: line }));
      if (announce.childElementCount > 12) announce.firstElementChild.remove();
    }
  };

  // What comes while a change is on its way to the screen is shown together with what comes next, after that frame.
  let onItsWay = false, next = null;
  const take = (sent) => {
    for (const [id, news] of Object.entries(sent.regions)) latest.set(id, news);
    if (onItsWay && !document.hidden) { next = sent; return; }
    show(sent);
    onItsWay = true;
    const painted = () => {
      clearTimeout(late);
      if (!onItsWay) return;
      onItsWay = false;
      const later = next;
      next = null;
      tell(sent.spoken);
      drawRest();
      if (later) take(later); else laySoon();
    };
    const late = setTimeout(painted, 250);
    requestAnimationFrame(() => setTimeout(painted, 16));
  };

  const show = (sent) => {
    if (sent.version !== body.dataset.version) { location.reload(); return; }
    if (sent.revision >= told) told = 0;
    sheets.setAttribute("aria-busy", "true");
    const main = document.getElementById("table"), top = document.getElementById("choice-list")?.scrollTop || 0;
    if (sent.screen !== body.dataset.screen) {
      main.replaceChildren(...sent.order.map((id) => {
        const section = document.createElement("section");
        section.id = id; section.tabIndex = -1;
        return section;
      }));
      closeSheets();
      scrollTo(0, 0);
    }
    const phase = body.dataset.phase, decided = sent.phase !== phase || sent.screen !== body.dataset.screen;
    Object.assign(body.dataset, { revision: sent.revision, screen: sent.screen, phase: sent.phase, game: sent.game });
    document.querySelector("#act input[name=revision]").value = sent.revision;
    const known = document.getElementById("choice-list");
    for (const id of ["head", ...sent.order, "legend"]) if (latest.has(id)) swap(id, latest.get(id), decided);
    document.querySelectorAll("main form input[name=revision]").forEach((input) => { input.value = sent.revision; });
    const list = document.getElementById("choice-list");
    if (list !== known) putOff(list);
    const from = decided ? 0 : top;
    if (list && list.scrollTop !== from) list.scrollTop = from;
    showChosen();
    body.dataset.live = "yes";
    body.classList.toggle("asleep", Boolean(sent.asleep));
    if (sent.asleep) closeSheets();
    document.title = sent.title;
    if (decided) say("");
  };

  // The sheets behind the table are most of the page: they are renewed when one is opened, or once nothing happens.
  const layBehind = () => {
    if (!behind) return;
    const sent = behind;
    behind = null;
    if (latest.has("sheets")) swap("sheets", latest.get("sheets"));
    sheets.dataset.revision = sent.revision;
    sheets.setAttribute("aria-busy", "false");
    sheets.querySelectorAll("input[name=revision]").forEach((input) => { input.value = sent.revision; });
    if (sent.sheet === (body.dataset.sheet || "")) return;
    closeSheets();
    body.dataset.sheet = sent.sheet;
    if (sent.sheet) document.getElementById(sent.sheet)?.showPopover?.();
  };

  const showBehind = (sent) => {
    behind = sent;
    for (const [id, news] of Object.entries(sent.regions)) latest.set(id, news);
    if (wanted || sent.sheet || sheets.querySelector(":popover-open")) layBehind(); else laySoon();
    if (wanted) document.getElementById(wanted)?.showPopover?.();
    wanted = "";
  };
  const laySoon = () => {
    clearTimeout(calm);
    calm = setTimeout(() => whenIdle(layBehind), 1000);
  };

  const whenIdle = globalThis.requestIdleCallback ? (work) => requestIdleCallback(work) : (work) => setTimeout(work, 60);

  document.addEventListener("click", (event) => {
    const asked = event.target.closest?.("[popovertarget]")?.getAttribute("popovertarget");
    if (asked) layBehind();
    wanted = asked && !document.getElementById(asked) ? asked : "";
  }, true);

  // The rings are in pixels of the picture; only the browser knows how large it is.
  const fitRings = (picture) => {
    if (!picture?.matches?.(".tray img") || !picture.naturalWidth) return;
    picture.parentElement.querySelector("svg").setAttribute("viewBox", `0 0 ${picture.naturalWidth} ${picture.naturalHeight}`);
  };
  document.addEventListener("load", (event) => fitRings(event.target), true);
  document.addEventListener("toggle", (event) => fitRings(event.target.querySelector?.(".tray img")), true);

  const closeSheets = () => document.querySelectorAll("[popover]:popover-open").forEach((sheet) => sheet.hidePopover());

  // The second ✔ of a double tap is refused by the rig, and nobody need hear of it: the first one did what was meant.
  let lastYes = -1e9;
  const post = async (action, data) => {
    if (busy) return;
    busy = true;
    acted = performance.now();
    try {
      const answer = await (await fetch(action, { method: "POST", body: data, headers: { Accept: "application/json" } })).json();
      told = answer.revision;
      if (answer.accepted && action === "/pair") { location.hash = "phones"; location.reload(); }
      const isYes = data.get("act") === "press confirm", isEcho = isYes && acted - lastYes < 400;
      if (answer.accepted) { if (isYes) lastYes = acted; if (action !== "/home") closeSheets(); say(""); } else if (!isEcho) say(answer.sentence);
    } catch { say(body.dataset.lost); } finally { busy = false; }
  };

  const act = (what, source, revision = body.dataset.revision) => {
    const data = new URLSearchParams({ act: what, source, revision, id: crypto.randomUUID ? crypto.randomUUID().replaceAll("-", "") : "" });
    return post("/act", data);
  };

  // Faces of a roll may be tapped faster than the rig answers.  Every tap carries the place it fills, and a second tap
  // on the same face within 120 ms is the screen's bounce, not a finger.
  const waitingTaps = [];
  let lastTap = ["", -1e9], nextPlace = 0, entering = false;
  const enterFace = async (face, place, at) => {
    const bounced = face === lastTap[0] && at - lastTap[1] < 120;
    lastTap = [face, at];
    if (bounced) return;
    nextPlace = waitingTaps.length || entering || told > Number(body.dataset.revision) ? nextPlace + 1 : Number(place);
    waitingTaps.push(`face ${face} ${nextPlace}`);
    if (entering) return;
    entering = true;
    while (waitingTaps.length) {
      if (busy) { await new Promise((go) => setTimeout(go, 10)); continue; }
      await act(waitingTaps.shift(), "tap", Math.max(told, Number(body.dataset.revision)));
    }
    entering = false;
  };

  document.addEventListener("submit", (event) => {
    const form = event.target, path = new URL(form.action).pathname;
    const button = event.submitter;
    if (path === "/look") { sessionStorage.setItem("looked", button ? `[name="${button.name}"][value="${button.value}"]` : ""); return; }
    event.preventDefault();
    if (form.id === "act") { 
      if (!button || button.getAttribute("aria-disabled") === "true") return;
      const [verb, face, place] = button.value.split(" ");
      if (verb === "face" && body.dataset.phase === "enter") enterFace(face, place, event.timeStamp);
      else act(button.value, "tap", (sheets.contains(button) ? sheets : body).dataset.revision);
      return;
    }
    post(path, new URLSearchParams(new FormData(form, button)));
  });
  document.addEventListener("change", (event) => {
    const form = event.target.form;
    if (form && form.id === "setup-form") post("/setup", new URLSearchParams(new FormData(form)));
  });

  // A column of chips is laid by touch and by the four buttons as well; a keyboard may write it.
  const laying = (form) => form.querySelector(".laying");
  const showLaid = (form, field) => {
    const box = laying(form), laid = field.value.split(/[\s,]+/).filter(Boolean);
    form.querySelectorAll(".is-laid").forEach((one) => one.classList.toggle("is-laid", one === field));
    field.classList.add("is-laid");
    box.querySelector("b").textContent = `${field.getAttribute("aria-label")}:`;
    box.querySelector("output").textContent = laid.join(" ") || "–";
    box.querySelectorAll("[data-lay]").forEach((one) => {
      if (/\d/.test(one.dataset.lay)) one.setAttribute("aria-pressed", String(laid.includes(one.dataset.lay)));
    });
    return laid;
  };
  sheets.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "touch" && event.target.matches('.edit input[type="text"]')) event.target.inputMode = "none";
  }, true);
  sheets.addEventListener("input", (event) => {
    if (event.target.matches(".edit .is-laid")) showLaid(event.target.form, event.target);
  });
  sheets.addEventListener("click", (event) => {
    const field = event.target.closest('.edit input[type="text"]'), what = event.target.closest("[data-lay]")?.dataset.lay;
    if (field) {
      laying(field.form).hidden = false;
      showLaid(field.form, field);
      laying(field.form).scrollIntoView({ block: "nearest" });
      if (!event.detail) laying(field.form).querySelector("button").focus();
    }
    const into = what && event.target.closest("form").querySelector(".is-laid");
    if (!into) return;
    let laid = showLaid(into.form, into);
    if (what === "done") { into.focus(); return; }
    if (what === "back") laid.pop();
    else if (what !== "*" && laid.includes(what)) laid = laid.filter((one) => one !== what);
    else laid.push(what);
    const stones = laid.filter((one) => one === "*");
    into.value = [...laid.filter((one) => one !== "*"), ...stones].join(" ");
    showLaid(into.form, into);
  });

  // A tap on the board chooses the move that leads there, or says which rule forbids it.
  document.addEventListener("click", async (event) => {
    const place = body.dataset.phase === "choose" && event.target.closest?.("#board [data-at]");
    if (!place) return;
    try {
      const told = await (await fetch(`/why?at=${encodeURIComponent(place.dataset.at)}`)).json();
      if (told.choice >= 0) act(`point ${told.choice}`, "tap", told.revision); else say(told.sentence, false, 9000);
    } catch { say(body.dataset.lost); }
  });

  const KEYS = { h: "hint", H: "hint", Enter: "confirm", " ": "confirm", r: "reroll", R: "reroll", ArrowUp: "up", ArrowDown: "down", u: "undo", U: "undo", Backspace: "undo" };
  const OPENS = { m: "menu", p: "scoring" };
  document.addEventListener("keydown", (event) => {
    const key = KEYS[event.key], at = document.activeElement, opens = OPENS[event.key.toLowerCase()];
    if (!key && !opens || event.ctrlKey || event.altKey || event.metaKey || event.repeat && key === "confirm") return;
    if (document.querySelector("[popover]:popover-open") || (at && at.matches("input:not([type=radio]), select, textarea"))) return;
    if (at && at.matches("[type=radio]") && (event.key === " " || event.key.startsWith("Arrow"))) return;
    const pressing = event.key === "Enter" || event.key === " ";
    if (pressing && at && at.matches("button, a, summary") && !at.matches(".choice.chosen, #button-confirm")) return;
    event.preventDefault();
    if (opens) { document.querySelector(`[popovertarget="${opens}"]:not(#sheets *)`)?.click(); return; }
    act(key === "undo" || key === "hint" ? key : `press ${key}`, "key");
  });

  // A touch on the dark screen wakes it and does no more: it answers a revision that never is the present one.
  document.addEventListener("pointerdown", () => { if (body.classList.contains("asleep")) act("press confirm", "tap", 0); }, true);

  const listen = () => {
    const stream = new EventSource("/live");
    stream.addEventListener("table", (event) => { take(JSON.parse(event.data)); });
    stream.addEventListener("sheets", (event) => { showBehind(JSON.parse(event.data)); });
    stream.addEventListener("menu", () => {
      closeSheets();
      layBehind();
      document.getElementById("menu")?.showPopover?.();
      document.querySelector("#menu .menu :is(button:enabled, a)")?.focus();
    });
    stream.onopen = () => { if (alertBox.textContent === body.dataset.lost) say(""); };
    stream.onerror = () => {
      say(body.dataset.lost, true);
      if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
    };
  };
  if (location.hash === "#phones") {  // just paired: whose phone is it?
    history.replaceState(null, "", location.pathname);
    document.getElementById("phones")?.showPopover?.();
  }
  // Whoever chose language or colours sees in the menu what came of it, and may choose again.
  const looked = sessionStorage.getItem("looked");
  sessionStorage.removeItem("looked");
  if (looked) {
    document.getElementById("menu")?.showPopover?.();
    document.querySelector(`#menu ${looked}`)?.focus();
  }
  showChosen();
  listen();
})();

// The replay's slider, the charts and the picture of the end.  Without this file links, forms and tables do the same.
"use strict";
(() => {
  const replay = document.getElementById("replay");

  // The slider
  if (replay) {
    const slider = document.getElementById("at"), step = document.getElementById("step"), shown = document.getElementById("at-text");
    const last = Number(replay.dataset.last), kept = new Map();
    let wanted = Number(slider.value), asking = false;
    const ask = async () => {
      if (asking) return;
      asking = true;
      try {
        while (true) {
          const at = wanted;
          if (!kept.has(at)) kept.set(at, await (await fetch(`/games/${replay.dataset.game}/at/${at}`)).json());
          if (at === wanted) { show(kept.get(at)); break; }
        }
      } catch { /* the rig does not answer; the next move of the slider asks again */ } finally { asking = false; }
    };
    const show = (sent) => {
      step.innerHTML = sent.html;
      slider.setAttribute("aria-valuetext", sent.sentence);
      history.replaceState(null, "", `?at=${sent.at}`);
    };
    const go = (at) => {
      wanted = Math.max(0, Math.min(last, at));
      slider.value = wanted;
      shown.textContent = `${wanted}/${last}`;
      ask();
    };
    slider.addEventListener("input", () => go(Number(slider.value)));
    const moves = { first: () => 0, "back-one": () => wanted - 1, "on-one": () => wanted + 1, last: () => last };
    document.addEventListener("click", (event) => {
      const link = event.target.closest("a");
      if (link && moves[link.id]) { event.preventDefault(); go(moves[link.id]()); }
      if (link?.dataset.step) {
        event.preventDefault();
        go(Number(link.dataset.step));
        document.querySelector("h1").scrollIntoView({ block: "start" });
        slider.focus({ preventScroll: true });
      }
    });
    document.addEventListener("keydown", (event) => {
      if (event.target.matches("input, summary, button") || event.ctrlKey || event.altKey || event.metaKey) return;
      const to = { ArrowLeft: wanted - 1, ArrowRight: wanted + 1, Home: 0, End: last }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      go(to);
    });
  }

  // Charts: each is drawn from its own table.
  const XML = "http://www.w3.org/2000/svg";
  const put = (svg, kind, attributes, text) => {
    const made = document.createElementNS(XML, kind);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    if (text !== undefined) made.textContent = text;
    svg.append(made);
  };
  const noLabels = { showLabel: false, offset: 0 };
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const pad = { top: 0.75 * rem, right: 1.6 * rem, bottom: 1.75 * rem, left: 2.75 * rem };

  const scales = (chart, labels, unit) => chart.on("created", ({ chartRect, axisX, axisY, svg }) => {
    const node = svg.getNode();
    for (const tick of axisY.ticks) {
      put(node, "text", { x: chartRect.x1 - 0.4 * rem, y: chartRect.y1 - axisY.projectValue(tick) + 0.3 * rem, "text-anchor": "end" }, `${String(tick).replace("-", "−")}${unit}`);
    }
    const every = Math.ceil(labels.length * 2.6 * rem / chartRect.width()), wide = labels.length > 1 ? chartRect.width() / (labels.length - 1) : 0;
    labels.forEach((label, place) => {
      const fits = /^\d+$/.test(label) ? place % every === 0 && place + every < labels.length : place === labels.length - 1 || place === 0;
      if (fits) put(node, "text", { x: chartRect.x1 + place * wide, y: chartRect.y1 + 1.3 * rem, "text-anchor": place === labels.length - 1 ? "end" : place ? "middle" : "start" }, label);
    });
  });

  const lines = (figure, box, unit, more) => {
    const rows = [...figure.querySelectorAll("tbody tr")], names = [...figure.querySelectorAll("thead th")].map((cell) => cell.textContent);
    const labels = rows.map((row) => row.querySelector("th").textContent);
    const series = names.map((name, column) => rows.map((row) => Number(row.querySelectorAll("td")[column].dataset.value)));
    const chart = new Chartist.LineChart(box, { labels, series }, {
      axisX: { ...noLabels, showGrid: false }, axisY: { ...noLabels, onlyInteger: true, ...more.axisY }, fullWidth: true,
      chartPadding: pad, lineSmooth: Chartist.Interpolation.none(), showPoint: rows.length < 12, ...more.chart,
    });
    scales(chart, labels, unit);
    if (names.length > 1) chart.on("created", ({ chartRect, axisY, svg }) => {
      const ends = series.map((values, place) => [names[place], chartRect.y1 - axisY.projectValue(values[values.length - 1])]).sort((a, b) => a[1] - b[1]);
      ends.forEach((end, place) => { if (place) end[1] = Math.max(end[1], ends[place - 1][1] + rem); });
      ends.reverse().forEach((end, place) => { end[1] = Math.min(end[1], place ? ends[place - 1][1] - rem : chartRect.y1); });
      for (const [name, y] of ends) put(svg.getNode(), "text", { x: chartRect.x2 + 0.3 * rem, y: y + 0.3 * rem, class: "end-letter" }, name.slice(0, 1));
    });
  };

  const bars = (figure, box) => {
    const values = [...figure.querySelectorAll("td[data-value]")].map((cell) => Number(cell.dataset.value));
    const chart = new Chartist.BarChart(box, { labels: values.map(String), series: [values] }, {
      axisX: { ...noLabels, showGrid: false }, axisY: { ...noLabels, onlyInteger: true, showGrid: false }, low: 0, chartPadding: { top: 0.5 * rem, right: 0, bottom: 0.25 * rem, left: 0 },
    });
    chart.on("created", ({ chartRect, axisY, svg }) => {
      const y = chartRect.y1 - axisY.projectValue(Number(figure.dataset.expected));
      put(svg.getNode(), "line", { x1: chartRect.x1, x2: chartRect.x2, y1: y, y2: y, class: "expected" });
      put(svg.getNode(), "line", { x1: chartRect.x1, x2: chartRect.x2, y1: chartRect.y1, y2: chartRect.y1, class: "chart-line" });
    });
  };

  for (const figure of globalThis.Chartist ? document.querySelectorAll("[data-chart]") : []) {
    const box = figure.querySelector(".plot");
    if (figure.dataset.chart === "bars") bars(figure, box);
    else if (figure.dataset.chart === "chances") lines(figure, box, " %", { axisY: { scaleMinSpace: 2.4 * rem }, chart: { low: 0, high: 100 } });
    else lines(figure, box, "", { axisY: { scaleMinSpace: 2.4 * rem }, chart: { showPoint: true } });
  }

  // The picture of the end: the board's own drawing with this page's colours and letters, players below.
  const save = document.getElementById("save-picture"), end = document.getElementById("end-table");
  const asData = async (address) => {
    const blob = await (await fetch(address)).blob();
    return new Promise((done) => { const reader = new FileReader(); reader.onload = () => done(reader.result); reader.readAsDataURL(blob); });
  };
  const rulesOfPage = async () => {
    let text = "";
    for (const sheet of document.styleSheets) for (const rule of sheet.cssRules) if (!(rule instanceof CSSFontFaceRule) && !(rule instanceof CSSMediaRule)) text += rule.cssText;
    return `@font-face{font-family:"Alegreya Sans";font-weight:800;src:url(${await asData("/static/fonts/alegreya-sans-800.woff2")})}${text}`;
  };
  const picture = async (width) => {
    const board = end.content.querySelector("svg.board").cloneNode(true), [, , w, h] = board.getAttribute("viewBox").split(" ").map(Number);
    const outer = document.createElementNS(XML, "svg"), style = document.createElementNS(XML, "style"), colours = getComputedStyle(document.documentElement);
    outer.setAttribute("xmlns", XML); outer.setAttribute("width", width); outer.setAttribute("height", width * h / w); outer.setAttribute("viewBox", `0 0 ${w} ${h}`);
    const names = new Set((await rulesOfPage()).match(/--[a-z-]+/g));
    style.textContent = `${await rulesOfPage()} svg{${[...names].filter((name) => !/^--(one|soft|on|face|piece-edge)$/.test(name)).map((name) => `${name}:${colours.getPropertyValue(name)}`).join(";")}}`;
    board.setAttribute("width", w); board.setAttribute("height", h);
    outer.append(style, document.querySelector("svg.sprite").cloneNode(true), board);
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(outer))}`;
    await image.decode();
    return image;
  };
  const drawEnd = async () => {
    const told = end.content.firstElementChild, players = [...end.content.querySelectorAll("li")], colours = getComputedStyle(document.documentElement);
    const ink = colours.getPropertyValue("--ink"), width = 1000, image = await picture(width - 80), line = 64, top = 120;
    const canvas = document.createElement("canvas"), pen = canvas.getContext("2d");
    canvas.width = width; canvas.height = top + image.height + 50 + players.length * line + 30;
    pen.fillStyle = colours.getPropertyValue("--ground"); pen.fillRect(0, 0, canvas.width, canvas.height);
    const write = (text, x, y, size, align = "left", weight = 800) => { pen.font = `${weight} ${size}px "Alegreya Sans", sans-serif`; pen.textAlign = align; pen.fillStyle = ink; pen.fillText(text, x, y); };
    write(told.dataset.title, 40, 78, 52); write(told.dataset.when, width - 40, 78, 32, "right", 500);
    pen.drawImage(image, 40, top);
    players.forEach((player, place) => {
      const y = top + image.height + 70 + place * line;
      write(`${"winner" in player.dataset ? "★ " : ""}${player.dataset.name}`, 40, y, 42);
      write(player.dataset.total, width - 40, y, 48, "right");
    });
    return canvas;
  };
  if (save && end.content.querySelector("svg.board")) {
    save.hidden = false;
    save.addEventListener("click", async () => {
      const link = document.createElement("a");
      link.href = (await drawEnd()).toDataURL("image/png");
      link.download = save.dataset.name;
      link.click();
    });
  }
})();

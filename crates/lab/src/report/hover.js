// Values under the pointer: the numbers are read back from the drawn lines, so they are stored once.
const tip = document.body.appendChild(document.createElement("div"));
tip.id = "tip";
for (const svg of document.querySelectorAll("svg.chart")) {
  const [gameLow, gameHigh, left, right] = svg.dataset.x.split(",").map(Number);
  const [low, high, bottom, top, log] = svg.dataset.y.split(",").map(Number);
  const lines = [...svg.querySelectorAll(".line")].map(path => ({
    name: path.dataset.name,
    points: path.getAttribute("d").split(/[ML]/).slice(1).map(p => p.split(",").map(Number)),
  })).filter(line => line.points.length);
  if (!lines.length) continue;
  const value = y => {
    const share = (y - bottom) / (top - bottom);
    return log ? low * Math.pow(high / low, share) : low + share * (high - low);
  };
  const rule = svg.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "line"));
  rule.setAttribute("class", "rule");
  const hide = () => { tip.style.display = "none"; rule.style.display = "none"; };
  hide();
  svg.addEventListener("pointerleave", hide);
  svg.addEventListener("pointermove", event => {
    const box = svg.getBoundingClientRect();
    const x = (event.clientX - box.left) * svg.viewBox.baseVal.width / box.width;
    if (x < left - 5 || x > right + 5) return hide();
    const nearest = points => points.reduce((a, b) => Math.abs(b[0] - x) < Math.abs(a[0] - x) ? b : a);
    const raw = document.querySelector("#in-raw");
    const unit = svg.closest(".measured") && !(raw && raw.checked) ? Number(svg.closest(".measured").dataset.unit) : 1;
    const at = nearest(lines[0].points)[0];
    const games = gameLow + (at - left) / (right - left) * (gameHigh - gameLow);
    const rows = lines.map(line => [line.name, value(nearest(line.points)[1]) / unit]).sort((a, b) => b[1] - a[1]);
    tip.replaceChildren();
    for (const [name, number] of [["game " + Math.round(games).toLocaleString("en"), ""], ...rows]) {
      const row = tip.appendChild(document.createElement("div"));
      row.appendChild(document.createElement("span")).textContent = name;
      const text = number === "" ? "" : Math.abs(number) < 0.01 && number ? number.toExponential(1) : number.toFixed(unit === 1 ? 3 : 2);
      row.appendChild(document.createElement("b")).textContent = text;
    }
    tip.style.display = "block";
    tip.style.left = Math.max(4, Math.min(event.clientX + 16, innerWidth - tip.offsetWidth - 6)) + "px";
    tip.style.top = Math.max(4, Math.min(event.clientY - tip.offsetHeight / 2, innerHeight - tip.offsetHeight - 6)) + "px";
    for (const [name, v] of [["x1", at], ["x2", at], ["y1", top], ["y2", bottom]]) rule.setAttribute(name, v);
    rule.style.display = "block";
  });
}

"use strict";
// Makes the headings of the table buttons that sort its rows; without this the table is as it was.
const table = document.getElementById("table");
const headings = [...table.tHead.rows[0].cells];
const value = (row, column, isNumber) => {
  const cell = row.cells[column];
  if (!isNumber) return Number(cell.dataset.value);
  return cell.dataset.value === "" ? null : Number(cell.dataset.value);
};
// Students without a rate have no rank: they stay at the end.
const compare = (one, other, sign) => {
  if (one === null || other === null) return (one === null) - (other === null);
  return sign * (one - other);
};
const sort = (heading, column) => {
  const isNumber = heading.dataset.sort === "number";
  const now = heading.getAttribute("aria-sort");
  const isDescending = now ? now === "ascending" : isNumber;
  const sign = isDescending ? -1 : 1;
  const rows = [...table.tBodies[0].rows];
  rows.sort((a, b) => compare(value(a, column, isNumber), value(b, column, isNumber), sign));
  table.tBodies[0].append(...rows);
  for (const other of headings) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", isDescending ? "descending" : "ascending");
};
headings.forEach((heading, column) => {
  const button = document.createElement("button");
  button.type = "button";
  button.append(...heading.childNodes);
  button.addEventListener("click", () => sort(heading, column));
  heading.append(button);
});
headings[0].setAttribute("aria-sort", "ascending");

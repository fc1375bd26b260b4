// The page of the statistics: numbers and bars.
"use strict";

const groups = Object.entries({
  byWeekday: "By weekday", byDecade: "By decade", byGenre: "By genre", byCountry: "By country",
  byLanguage: "By language", directors: "Directors", actors: "Actors", ratings: "My ratings",
}); // prettier-ignore
const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

const { lang } = document.documentElement;
const number = (value, options = {}) => new Intl.NumberFormat(lang, options).format(value);
const nameOfDate = (date, options) => new Intl.DateTimeFormat(lang, { ...options, timeZone: "UTC" }).format(date);
/** @param {"language" | "region"} type @param {string} code */
const nameOfCode = (type, code) => new Intl.DisplayNames([lang, "en"], { type }).of(code) ?? code;

/** What the user reads for the names in a group, where the server has codes. @type {Record<string, (name: string) => string>} */
const namesIn = {
  byWeekday: (name) => nameOfDate(Date.UTC(2024, 0, 1 + weekdays.indexOf(name)), { weekday: "long" }), // from a Monday on
  byLanguage: (code) => nameOfCode("language", code),
  byCountry: (code) => nameOfCode("region", code),
};

/** The months, or the years of more than 36, from the first to the last, also those without viewings, unless most are. */
function timeline(months) {
  if (months.length === 0) return undefined;
  const indexOf = ({ name }) => Number(name.slice(0, 4)) * 12 + Number(name.slice(5)) - 1;
  const isLong = indexOf(months.at(-1)) - indexOf(months[0]) >= 36;
  const [size, title, month] = isLong ? [12, "By year"] : [1, "By month", "long"];
  const spanOf = (each) => Math.floor(indexOf(each) / size);
  const first = spanOf(months[0]);
  const nameAt = (index) => nameOfDate(Date.UTC(2000, (first + index) * size - 24_000), { year: "numeric", month });
  const rows = Array.from({ length: spanOf(months.at(-1)) - first + 1 }, (_, index) => ({ name: nameAt(index), viewings: 0 }));
  for (const each of months) rows[spanOf(each) - first].viewings += each.viewings;
  const isSparse = rows.length > 2 * months.length;
  return bars("byMonth", title, rows.filter(({ viewings }) => viewings || !isSparse));
}

/** Bars, the longest of which is as wide as the page. */
function bars(member, title, rows) {
  const largest = Math.max(...rows.map(({ viewings, films }) => viewings ?? films));
  const lines = rows.flatMap(({ name, rating, meanRating, viewings, films }) => {
    const value = viewings ?? films;
    const bar = element("progress", { max: largest, value });
    const label = name === undefined ? number(rating) : (namesIn[member]?.(name) ?? name);
    const mean = meanRating && number(meanRating, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    return [text("dt", label), text("dd", bar, ` ${number(value)}`, note(mean))];
  });
  return rows.length > 0 && text("section", text("h2", t(title)), text("dl.bars", ...lines));
}

function statistics(object) {
  const { name, viewings, films, minutes, rewatches, years, year, first, last } = object;
  const choice = ["", ...years].flatMap((each) => {
    const label = each || t("All years");
    return [each === year ? text("strong", label) : action(label, { type: "open", method: "statistics", id: each }), " "];
  });
  const numbers = Object.entries({ Viewings: viewings, Films: films, Hours: Math.round(minutes / 60), Rewatches: rewatches });
  const ends = Object.entries({ First: first, Last: last }).map(([label, movie]) => [label, movie && openFilm(movie)]);
  return [
    text("h1", name),
    text("p", ...choice),
    viewings === 0 && text("p", t("No viewings yet. Log one on the page of a film.")),
    table([...numbers.map(([label, value]) => [label, value && number(value)]), ...ends]),
    timeline(object.byMonth),
    ...groups.map(([member, title]) => bars(member, title, object[member].slice(0, 12))),
  ];
}

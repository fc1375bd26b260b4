// The page of the statistics: numbers and bars.
"use strict";

const groups = Object.entries({
  byMonth: "By month", byWeekday: "By weekday", byDecade: "By decade", byGenre: "By genre", byCountry: "By country",
  byLanguage: "By language", directors: "Directors", actors: "Actors", ratings: "My ratings",
}); // prettier-ignore
const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/** What the user reads for the names in a group, where the server has codes. @type {Record<string, (name: string) => string>} */
const namesIn = {
  byWeekday: (name) => new Date(2024, 0, 1 + weekdays.indexOf(name)).toLocaleDateString(document.documentElement.lang, { weekday: "long" }), // from a Monday on
  byLanguage: (code) => nameOfCode("language", code),
  byCountry: (code) => nameOfCode("region", code),
};
/** @param {"language" | "region"} type @param {string} code */
const nameOfCode = (type, code) => new Intl.DisplayNames([document.documentElement.lang, "en"], { type }).of(code) ?? code;

/** Bars, the longest of which is as wide as the page. */
function bars(member, title, all) {
  const rows = member === "byMonth" ? all.slice(-24) : all.slice(0, 12);
  const largest = Math.max(...rows.map(({ viewings, films }) => viewings ?? films));
  const lines = rows.flatMap(({ name, rating, meanRating, viewings, films }) => {
    const value = viewings ?? films;
    const bar = element("progress", { max: largest, value });
    const label = name === undefined ? String(rating) : (namesIn[member]?.(name) ?? name);
    return [text("dt", label), text("dd", bar, ` ${value}`, note(meanRating && `★ ${meanRating.toFixed(1)}`))];
  });
  return rows.length > 0 && text("section", text("h2", t(title)), text("dl.bars", ...lines));
}

function statistics(object) {
  const { name, viewings, films, minutes, rewatches, years, year, first, last } = object;
  const choice = ["", ...years].flatMap((each) => {
    const label = each || t("All years");
    return [each === year ? text("strong", label) : action(label, { type: "open", method: "statistics", id: each }), " "];
  });
  const numbers = Object.entries({ Viewings: viewings, Films: films, Hours: Math.round(minutes / 60), "Seen before": rewatches });
  const ends = Object.entries({ First: first, Last: last }).map(([label, movie]) => [label, movie && openFilm(movie)]);
  return [
    text("h1", name),
    text("p", ...choice),
    viewings === 0 && text("p", t("No viewings yet. Log one on the page of a film.")),
    table([...numbers.map(([label, value]) => [label, value && String(value)]), ...ends]),
    ...groups.map(([member, title]) => bars(member, title, object[member])),
  ];
}

// Suggests the intended name for a mistyped one.

/** The known word that is most similar to the given one; undefined when none is similar enough. */
export function nearestWord(typed: string, knownWords: readonly string[]): string | undefined {
  return knownWords
    .filter((word) => Math.abs(word.length - typed.length) <= distanceMax(word))
    .map((word) => ({ word, distance: editDistance(typed.toLowerCase(), word.toLowerCase()) }))
    .filter(({ word, distance }) => distance <= distanceMax(word))
    .toSorted((a, b) => a.distance - b.distance)[0]?.word
}

function distanceMax(word: string): number {
  return Math.max(2, word.length / 4)
}

/** The number of single letters to add, remove or change to get from one word to the other. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (let column = 1; column <= to.length; column++) {
      const change = (row[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1)
      next.push(Math.min((row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, change))
    }
    row = next
  }
  return row[to.length] ?? 0
}

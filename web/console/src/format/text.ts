// Codes of the gateway as words, and counts.
export { codeText, typeText, wordsInSentence } from '../../../../src/domain/labels.ts'

/** "1 order", "1,204 orders". */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`
}

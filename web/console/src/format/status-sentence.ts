// What a status says, in the user's language: whether it happened, and what is to be done now.

import { textIn } from '../../../../src/kernel/labels.ts'
import { type StatusSubject, statusSentences } from '../../../../src/search/rules/status-sentences.ts'
import { t } from '../language/text.ts'

export function sentenceOf(subject: StatusSubject, status: string): string | undefined {
  const sentence = textIn(statusSentences[subject], status)
  return sentence === undefined ? undefined : t(sentence)
}

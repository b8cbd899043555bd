// Thrown for a setting with which no message could be exchanged.
import { type Explanation, explanationText } from '../../../kernel/explanation.ts'

export class SettingError extends Error {
  readonly setting: string
  /** Completes a sentence that begins with the setting. */
  readonly reason: Explanation

  constructor(setting: string, reason: Explanation) {
    super(explanationText(reason))
    this.name = 'SettingError'
    this.setting = setting
    this.reason = reason
  }
}

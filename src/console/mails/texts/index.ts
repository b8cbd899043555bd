// The texts of e-mails to users, by language.
import type { UserPreferences } from '../../../users/rules/preferences.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import type { UserMailTexts } from './user-mail-texts.ts'

type UserLanguage = NonNullable<UserPreferences['language']>

export const userMailTexts: Readonly<Record<UserLanguage, UserMailTexts>> = { en, de, es, fr, ar }

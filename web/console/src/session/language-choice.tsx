// The language before anybody is signed in; from then on it is the user's own choice.
import { Select } from '@mantine/core'
import { consoleLanguages } from '../../../../src/users/rules/preferences.ts'
import { isLanguage, languageNames } from '../language/languages.ts'
import { showInLanguage } from '../language/load-texts.ts'
import { language, t } from '../language/text.ts'

export function LanguageChoice() {
  return (
    <Select
      label={t('Language')}
      size="xs"
      w={180}
      allowDeselect={false}
      data={consoleLanguages.map((value) => ({ value, label: languageNames[value] }))}
      // Read aloud as each language is spoken.
      renderOption={({ option: { value, label } }) => <span lang={value}>{label}</span>}
      value={language()}
      onChange={(chosen) => {
        if (chosen !== null && isLanguage(chosen)) showInLanguage(chosen)
      }}
    />
  )
}

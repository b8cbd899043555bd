// How the merchant's payment pages look.
import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { defaultPageColour, pageFonts } from '../../../../../src/merchants/rules/page-theme.ts'
import { t } from '../../language/text.ts'
import { Section } from '../../parts/page.tsx'
import { type Profile, problemAt } from './merchant.ts'
import { aboutField } from './profile-defaults.ts'
import { choiceOptions, fontLabels } from './profile-labels.ts'
import { profileSection } from './profile-section.ts'

export const BrandingFields = profileSection(['pageColour', 'pageFont'], (props) => {
  const { profile, onChange, error } = props
  const { pageColour, pageFont } = profile
  return (
    <Section title={t('Payment page')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label={t('Colour')}
          description={aboutField(
            props,
            'pageColour',
            t('Of buttons and links, such as #0a5cff. It is darkened or lightened where text would not be readable.'),
          )}
          placeholder="#0a5cff"
          maxLength={7}
          value={pageColour === defaultPageColour ? '' : pageColour}
          error={problemAt(error, 'pageColour')}
          onChange={({ currentTarget }) => onChange({ pageColour: currentTarget.value.trim() || defaultPageColour })}
        />
        <Select
          label={t('Font')}
          description={aboutField(props, 'pageFont', t('Fonts that payers’ devices have. Pages load no font files.'))}
          data={choiceOptions(pageFonts, fontLabels)}
          allowDeselect={false}
          value={pageFont}
          error={problemAt(error, 'pageFont')}
          onChange={(chosen) => onChange({ pageFont: chosen as Profile['pageFont'] })}
        />
      </SimpleGrid>
    </Section>
  )
})

// What protects a merchant from card testing and floods of requests.
import { NumberInput, SimpleGrid, TagsInput } from '@mantine/core'
import { t } from '../../language/text.ts'
import { Section } from '../../parts/page.tsx'
import { problemAt } from './merchant.ts'
import { aboutField } from './profile-defaults.ts'
import { profileSection } from './profile-section.ts'

export const AbuseFields = profileSection(
  ['velocityLimits', 'apiVelocityLimits', 'authenticationDeclinePercent', 'requestLimits'],
  (props) => {
    const { profile, onChange, error } = props
    return (
      <Section title={t('Abuse protection')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TagsInput
            label={t('Velocity limits')}
            description={aboutField(
              props,
              'velocityLimits',
              t("For hosted pages and hosted fields. DEFAULT applies the gateway's default limits."),
            )}
            placeholder="ADDRESS:DECLINES:HOUR:15"
            value={[...profile.velocityLimits]}
            error={problemAt(error, 'velocityLimits')}
            onChange={(velocityLimits) => onChange({ velocityLimits })}
          />
          <TagsInput
            label={t('API velocity limits')}
            description={aboutField(props, 'apiVelocityLimits', t('For API payments that contain card details.'))}
            placeholder="ACCOUNT:DECLINES:DAY:20"
            value={[...profile.apiVelocityLimits]}
            error={problemAt(error, 'apiVelocityLimits')}
            onChange={(apiVelocityLimits) => onChange({ apiVelocityLimits })}
          />
          <NumberInput
            label={t('Decline rate that requires payer authentication')}
            description={aboutField(
              props,
              'authenticationDeclinePercent',
              t(
                'On hosted pages, payers are authenticated while at least this share of payments is declined. 0 turns this off.',
              ),
            )}
            suffix=" %"
            min={0}
            max={100}
            allowDecimal={false}
            value={profile.authenticationDeclinePercent}
            error={problemAt(error, 'authenticationDeclinePercent')}
            onChange={(percent) => onChange({ authenticationDeclinePercent: Number(percent) })}
          />
          <TagsInput
            label={t('Request limits')}
            description={aboutField(
              props,
              'requestLimits',
              t('Maximum number of API requests. Leave empty for no limit.'),
            )}
            placeholder="20:SECOND"
            value={[...profile.requestLimits]}
            error={problemAt(error, 'requestLimits')}
            onChange={(requestLimits) => onChange({ requestLimits })}
          />
        </SimpleGrid>
      </Section>
    )
  },
)

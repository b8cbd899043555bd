// Creates a merchant in steps, from defaults or as a copy of another one; its first passwords are shown once.
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { BoardedMerchantBody, ProfileChoicesBody } from '../../../../../src/console/response-bodies/merchants.ts'
import type { NewAcquirerLink } from '../../../../../src/merchants/rules/merchant.ts'
import type { Jsonified } from '../../api/json.ts'
import { ApiProblem } from '../../api/problem.ts'
import { useChange, useRead } from '../../api/queries.ts'
import { t } from '../../language/text.ts'
import { Icon } from '../../parts/icon.tsx'
import { Page } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { QueryContent } from '../../parts/states.tsx'
import type { Profile } from '../merchants/merchant.ts'
import { profileChoicesPath } from '../merchants/profile-choices.ts'
import { repositoriesPath } from '../merchants/repositories.ts'
import { BoardingResult } from './boarding-result.tsx'
import { BoardingSummary } from './boarding-summary.tsx'
import { type BoardingDraft, boardingBody, type DraftStart, newDraft } from './draft.ts'
import { StepFields } from './step-fields.tsx'
import { StepList } from './step-list.tsx'
import { boardingSteps, lastStep, stepOfField } from './steps.ts'

/** Without a default acquirer, one has to be chosen. */
const noLink: NewAcquirerLink = { adapter: '', acquirerId: '' }

export function BoardPage() {
  const choices = useRead<ProfileChoicesBody>(profileChoicesPath)
  return (
    <Page
      title={t('Create merchant')}
      description={t('Every setting has a default, so only the ID is required. The API password is shown at the end.')}
    >
      <QueryContent reading={choices} lines={12}>
        {({ newLink: link = noLink, isSandbox }) => <BoardForm start={{ link, isSandbox }} />}
      </QueryContent>
    </Page>
  )
}

function stepOfRefusal(error: unknown): number | undefined {
  return error instanceof ApiProblem ? stepOfField(error.field ?? '') : undefined
}

/** The step is in the address: the browser's Back leads to the step before, and what was entered stays. */
function useStep(): readonly [number, (step: number) => void] {
  const [pathname, navigate] = useLocation()
  const typed = Number(new URLSearchParams(useSearch()).get('step') ?? 1) - 1
  const step = Number.isInteger(typed) && typed >= 0 && typed <= lastStep ? typed : 0
  return [step, (next) => navigate(next === 0 ? pathname : `${pathname}?step=${next + 1}`)]
}

function BoardForm({ start }: { readonly start: DraftStart }) {
  const [draft, setDraft] = useState<BoardingDraft>(() => newDraft(start))
  const [chosen, setStep] = useStep()
  const [boarded, setBoarded] = useState<Jsonified<BoardedMerchantBody>>()
  const boarding = useChange<BoardedMerchantBody>(
    () => ({ method: 'POST', path: '/merchants', body: boardingBody(draft) }),
    { refreshes: ['/merchants', repositoriesPath], onDone: setBoarded },
  )
  // A page that was opened at a later step has no merchant yet.
  const step = draft.merchantId === '' ? 0 : chosen
  const refusedStep = stepOfRefusal(boarding.error)
  // A refused field is shown in its step.
  const create = () =>
    boarding.mutate(undefined, {
      onError: (error) => {
        const refused = stepOfRefusal(error)
        if (refused !== undefined) setStep(refused)
      },
    })
  const isLast = step === lastStep
  const change = (changes: Partial<BoardingDraft>) => setDraft((last) => ({ ...last, ...changes }))
  const changeProfile = (changes: Partial<Profile>) =>
    setDraft((last) => ({ ...last, profile: { ...last.profile, ...changes } }))
  return (
    <>
      <StepList current={step} mayMove={draft.merchantId !== ''} onChoose={setStep} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (isLast) create()
          else if (draft.merchantId !== '') setStep(step + 1)
        }}
      >
        <Stack gap="md">
          {isLast ? (
            <BoardingSummary draft={draft} />
          ) : (
            <StepFields
              step={step}
              draft={draft}
              start={start}
              error={boarding.error}
              onChange={change}
              onProfileChange={changeProfile}
            />
          )}
          {boarding.error && (isLast || refusedStep === undefined) ? <Problem error={boarding.error} /> : null}
          <Group justify="space-between">
            <Button
              variant="default"
              disabled={step === 0}
              onClick={() => setStep(step - 1)}
              leftSection={<Icon name="arrowLeft" size={16} />}
            >
              {t('Back')}
            </Button>
            {isLast ? (
              <Button type="submit" loading={boarding.isPending}>
                {t('Create merchant')}
              </Button>
            ) : (
              <Group gap="sm">
                {step < lastStep - 1 && (
                  <Button variant="subtle" disabled={draft.merchantId === ''} onClick={() => setStep(lastStep)}>
                    {t('Skip to summary')}
                  </Button>
                )}
                <Button
                  type="submit"
                  disabled={draft.merchantId === ''}
                  rightSection={<Icon name="arrowRight" size={16} />}
                >
                  {t('Next: {step}', { step: boardingSteps[step + 1]?.title ?? '' })}
                </Button>
              </Group>
            )}
          </Group>
        </Stack>
      </form>
      {boarded && <BoardingResult boarded={boarded} />}
    </>
  )
}

// Asks for a code before a sensitive action, when the last one is too old; the action then continues.
import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CurrentSessionBody } from '../../../../src/console/response-bodies/users.ts'
import { sendOnce } from '../api/client.ts'
import { isProblem, problemText } from '../api/problem.ts'
import { t } from '../language/text.ts'
import { ConfirmDialog } from '../parts/dialogs.tsx'
import { AnyCodeInput, isCodeComplete } from './code-input.tsx'
import { useSessionControl } from './session-context.tsx'

export function SecondFactorDialog() {
  const { answerSecondFactor, opened, ended } = useSessionControl()
  const [code, setCode] = useState('')
  const showing = useMutation({
    mutationFn: () => sendOnce<CurrentSessionBody>({ method: 'POST', path: '/session/second-factor', body: { code } }),
    onSuccess: (session) => {
      opened(session)
      setCode('')
      answerSecondFactor?.(true)
    },
    onError: (error) => {
      setCode('')
      if (isProblem(error, 'SIGNED_OUT')) {
        answerSecondFactor?.(false)
        ended()
      }
    },
  })
  const close = () => {
    setCode('')
    showing.reset()
    answerSecondFactor?.(false)
  }
  return (
    <ConfirmDialog
      isOpen={answerSecondFactor !== undefined}
      onClose={close}
      title={t('Verify your identity')}
      confirm={t('Continue')}
      onConfirm={() => showing.mutate()}
      isBusy={showing.isPending}
      isOnTop
      isDisabled={!isCodeComplete(code)}
    >
      <Text fz="sm">{t('This is a sensitive action. Enter the code from your authenticator app to continue.')}</Text>
      <AnyCodeInput value={code} onChange={setCode} error={showing.error ? problemText(showing.error) : undefined} />
    </ConfirmDialog>
  )
}

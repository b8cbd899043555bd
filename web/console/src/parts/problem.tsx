// What went wrong with a request, for the user.
import { Alert } from '@mantine/core'
import { problemText } from '../api/problem.ts'
import { Icon } from './icon.tsx'

/** A refusal, in words. */
export function Problem({ error }: { readonly error: unknown }) {
  return (
    <Alert color="red" variant="light" role="alert" icon={<Icon name="alert" />}>
      {problemText(error)}
    </Alert>
  )
}

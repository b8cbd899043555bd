// Signing out, here or everywhere.
import { useMutation } from '@tanstack/react-query'
import { sendOnce } from '../api/client.ts'
import { ApiProblem } from '../api/problem.ts'
import { sessionPath } from './session.ts'
import { useSessionControl } from './session-context.tsx'

export function useSignOut(path: typeof sessionPath | '/console-sessions' = sessionPath) {
  const { ended, ask } = useSessionControl()
  return useMutation({
    mutationFn: () => sendOnce<void>({ method: 'DELETE', path }),
    onSuccess: ended,
    // A session that had ended already, or continues under another token: the gateway's response decides.
    onError: (error) => (error instanceof ApiProblem && error.status === 401 ? ended() : void ask()),
  })
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SapAnswer } from '../../resources/platform/sap-status.ts'
import { api, type Refusal } from './api.ts'
import { showFailure, showSuccess, showWarning } from './notices/notices.ts'

/** Has one document or row read from SAP at once, and says what came. */
export function useAskSap(object: string, code: string) {
  const client = useQueryClient()
  return useMutation<SapAnswer, Refusal>({
    mutationFn: async () =>
      (await api.post<SapAnswer>('/masters/read-data-from-sap', { object, filterCode: code })).data,
    onSuccess: answer => {
      const text = `${answer.says.join('. ')}.`
      if (answer.status === 'OK') showSuccess(`${code}: ${text}`)
      else showWarning(`${code}: not all of it could be taken over`, text)
    },
    onError: refusal => showFailure(refusal.message),
    onSettled: () => void client.invalidateQueries(),
  })
}

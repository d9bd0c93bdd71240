import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SapAnswer } from '../../../resources/platform/sap-status.ts'
import type { AskedReading, readFromSap } from '../../../resources/sap/commands/reading.ts'
import type { Refusal } from '../../shell/api.ts'
import { showFailure, showSuccess, showWarning } from '../../shell/notices/notices.ts'
import { ask, at } from './ask.ts'

const read = at<typeof readFromSap>('POST masters/read-data-from-sap')

/** Has one document or row read from SAP at once, and says what came. */
export function useAskSap(object: string, code: string) {
  const client = useQueryClient()
  return useMutation<SapAnswer, Refusal>({
    mutationFn: async () => {
      const one = { object: object as AskedReading['object'], mode: 'DELTA', filterCode: code } as const
      return (await ask(read, one)) as SapAnswer
    },
    onSuccess: answer => {
      const text = `${answer.says.join('. ')}.`
      if (answer.status === 'OK') showSuccess(`${code}: ${text}`)
      else showWarning(`${code}: not all of it could be taken over`, text)
    },
    onError: refusal => showFailure(refusal.message),
    onSettled: () => void client.invalidateQueries(),
  })
}

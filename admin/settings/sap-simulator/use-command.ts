import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SimulatedCommand } from '../../../resources/platform/simulated-sap.ts'
import { api, type Refusal } from '../../shell/api.ts'
import { showFailure, showSuccess } from '../../shell/notices/notices.ts'

/** Does something with the documents of the simulated SAP, and says what was done. */
export function useCommand() {
  const client = useQueryClient()
  return useMutation<{ says: string }, Refusal, SimulatedCommand>({
    mutationFn: async command => (await api.post<{ says: string }>('/simulated-sap-commands', command)).data,
    onSuccess: ({ says }) => {
      showSuccess(says)
      void client.invalidateQueries({ queryKey: ['simulated-sap'] })
    },
    onError: refusal => showFailure(refusal.message),
  })
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SimulatedCommand } from '../../../resources/platform/simulated-sap.ts'
import type { doInSimulatedSap } from '../../../resources/sap/commands/simulator.ts'
import { ask, at } from '../../derive/command/ask.ts'
import type { Refusal } from '../../shell/api.ts'
import { showFailure, showSuccess } from '../../shell/notices/notices.ts'

const deed = at<typeof doInSimulatedSap>('POST simulated-sap-commands')

/** Does something with the documents of the simulated SAP, and says what was done. */
export function useCommand() {
  const client = useQueryClient()
  return useMutation<{ says: string }, Refusal, SimulatedCommand>({
    mutationFn: command => ask(deed, command),
    onSuccess: ({ says }) => {
      showSuccess(says)
      void client.invalidateQueries({ queryKey: ['simulated-sap'] })
    },
    onError: refusal => showFailure(refusal.message),
  })
}

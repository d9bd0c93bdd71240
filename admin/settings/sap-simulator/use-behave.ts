import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SimulatedBehaviour } from '../../../resources/platform/simulated-sap.ts'
import type { behave, SimulatedSapState } from '../../../resources/sap/commands/simulator.ts'
import { ask, at, keyOf } from '../../derive/command/ask.ts'
import type { Refusal } from '../../shell/api.ts'
import { showFailure } from '../../shell/notices/notices.ts'

const told = at<typeof behave>('POST simulated-sap')

/** Replaces the behaviours of the simulated SAP. */
export function useBehave() {
  const client = useQueryClient()
  return useMutation<SimulatedSapState, Refusal, readonly SimulatedBehaviour[]>({
    mutationFn: behaviours => ask(told, { behaviours }),
    onSuccess: state => client.setQueryData(keyOf(told, {}), state),
    onError: refusal => showFailure(refusal.message),
  })
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SimulatedBehaviour, SimulatedSapState } from '../../../resources/platform/simulated-sap.ts'
import { api, type Refusal } from '../../shell/api.ts'
import { showFailure } from '../../shell/notices/notices.ts'

/** Replaces the behaviours of the simulated SAP. */
export function useBehave() {
  const client = useQueryClient()
  return useMutation<SimulatedSapState, Refusal, readonly SimulatedBehaviour[]>({
    mutationFn: async behaviours => (await api.post<SimulatedSapState>('/simulated-sap', { behaviours })).data,
    onSuccess: state => client.setQueryData(['simulated-sap'], state),
    onError: refusal => showFailure(refusal.message),
  })
}

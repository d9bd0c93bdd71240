import { useQuery } from '@tanstack/react-query'
import type { Decision } from '../../../resources/orders/decision.ts'
import { api, type Refusal } from '../../shell/api.ts'

/** Asked only while an order waits for a decision. */
export const useDecision = (orderId: number, waits: boolean) =>
  useQuery<Decision, Refusal>({
    queryKey: ['decision', orderId],
    enabled: waits,
    queryFn: async () => (await api.get<Decision>('/decisions', { params: { orderId } })).data,
  })

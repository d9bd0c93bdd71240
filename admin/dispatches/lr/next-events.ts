import { eventsFor } from '../../../resources/dispatches/lr-process.ts'
import { type StatusReader, statusReaderOf } from '../../../resources/dispatches/lr-status.ts'
import type { Role } from '../../../resources/roles.ts'
import type { DeliveryStatus } from '../../../resources/trade.ts'
import { usePerson } from '../../account/person.ts'
import type { LrRow } from '../lr-api.ts'

/** The events that the person may report next of a consignment, as far as the page knows; the server decides. */
export function nextEvents(lr: LrRow, roles: readonly Role[]): DeliveryStatus[] {
  const { deliveryStatus: status, podStatus, billStatus } = lr
  return eventsFor({ status, podStatus, billStatus, orderIsClosed: false }, roles)
}

/** In whose words the person reads a delivery status. */
export const useStatusReader = (): StatusReader => statusReaderOf(usePerson().user.userType)

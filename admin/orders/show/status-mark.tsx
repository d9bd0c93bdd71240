import { type OptionReader, optionReaderOf } from '../../../resources/option-words.ts'
import { type OrderStatusFacts, orderStatusText } from '../../../resources/orders/order-status.ts'
import { usePerson } from '../../account/person.ts'
import { Status } from '../../derive/record/status.tsx'
import { toneOfOrder } from '../header/order-tones.ts'

/** The status of an order in the words of its reader: an icon and words, never colour alone. */
export function StatusMark({ order }: { order: OrderStatusFacts }) {
  return <Status tone={toneOfOrder(order)} word={orderStatusText(order, useStatusReader())} />
}

/** In whose words the signed-in person reads the status of an order. */
export const useStatusReader = (): OptionReader => optionReaderOf(usePerson().user.userType)

import { optionReaderOf } from '../../../resources/option-words.ts'
import { usePerson } from '../../account/person.ts'
import { readOn } from '../../derive/record/when.ts'
import { framedBy } from '../../derive/show/framed-by.tsx'
import { refundHeader } from './refund-header.ts'

/** Money that goes back: to whom, how far it is, and who acts next. */
export default framedBy(refundHeader, () => ({
  beside: { reader: optionReaderOf(usePerson().user.userType), today: readOn() },
}))

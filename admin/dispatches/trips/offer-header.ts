import { kilograms, rupees } from '../../../resources/define/show.ts'
import { tonesIn } from '../../../resources/define/state-tones.ts'
import { type TripOffer, tripOffer } from '../../../resources/dispatches/trips/trip-offer.ts'
import { optionLabel } from '../../../resources/option-words.ts'
import { nameIn } from '../../derive/record/names.ts'
import type { RecordHeader, Words } from '../../derive/record/record-header.ts'
import { countText, momentInWords, readOn } from '../../derive/record/when.ts'

type OfferRow = TripOffer & { texts?: Record<string, string | null | undefined> }

export const offerTones = tonesIn(tripOffer.fields.status)!

function nextOf({ status, replyBy }: OfferRow): Words | null {
  const until = momentInWords(replyBy, readOn())
  if (status === 'ASKED') return [{ strong: 'Offer the freight, or refuse,' }, ` by ${until}.`]
  if (status === 'OFFERED') return ['The dispatch desk decides. The offer can be changed until then.']
  if (status === 'ACCEPTED')
    return ['The trip is agreed: ', { strong: 'vehicle and driver' }, ' are named on its page.']
  return null
}

/** What a transporter was asked for, and what it offers. */
export const offerHeader: RecordHeader<OfferRow, null> = {
  resource: tripOffer,
  who: { of: ['route'], say: ({ route }) => route },
  keys: [
    {
      of: ['tripId', 'status'],
      say: ({ tripId, texts }) =>
        texts?.tripId && { text: `Trip ${texts.tripId}`, to: `/dispatches/trips/show/${tripId}` },
    },
    { of: ['transporterId'], say: ({ texts }) => nameIn(texts?.transporterId) },
    { of: ['vehicleType'], say: ({ vehicleType }) => optionLabel(tripOffer.fields.vehicleType, vehicleType, 'staff') },
  ],
  amount: {
    of: ['amount'],
    say: ({ amount }) => amount !== null && { value: rupees(amount), small: 'freight offered' },
  },
  state: {
    of: ['status'],
    say: ({ status }) => ({ tone: offerTones[status]!, word: optionLabel(tripOffer.fields.status, status, 'staff') }),
  },
  next: { of: ['status', 'replyBy'], say: nextOf },
  facts: [
    { label: 'Needed', of: ['plannedAt'], say: ({ plannedAt }) => ({ value: momentInWords(plannedAt, readOn()) }) },
    {
      label: 'Load',
      of: ['packages', 'weightKg'],
      say: ({ packages, weightKg }) => ({ value: countText(packages, 'package'), small: kilograms(weightKg) }),
    },
    { label: 'Stops', of: ['stops'], say: ({ stops }) => ({ value: String(stops) }) },
    { label: 'Answer by', of: ['replyBy'], say: ({ replyBy }) => ({ value: momentInWords(replyBy, readOn()) }) },
  ],
}

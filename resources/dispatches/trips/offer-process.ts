import { process } from '../../define/process/process.ts'

/** What becomes of a trip that a transporter is asked for. */
export const offerProcess = process<{ status: string }>()({
  of: 'trip-offer',
  noun: 'offer',
  start: 'ASKED',
  states: {
    ASKED: { staff: 'Asked', carrier: 'Your answer is awaited' },
    OFFERED: { staff: 'Offered', carrier: 'You offered' },
    ACCEPTED: { carrier: 'The trip is yours' },
    REFUSED: {},
    LAPSED: { staff: 'Not answered in time', carrier: 'Not answered in time' },
    NOT_CHOSEN: { staff: 'Not selected', carrier: 'Given to another' },
  },
  sets: { inUse: ['ASKED', 'OFFERED'] },
  steps: {
    offer: { label: 'Offer', from: ['ASKED', 'OFFERED'], to: 'OFFERED', by: ['A'] },
    refuse: { label: 'Refuse', from: ['ASKED', 'OFFERED'], to: 'REFUSED', by: ['A'], apart: 'danger' },
    accept: { label: 'Accept offer', from: ['OFFERED'], to: 'ACCEPTED', by: ['U'] },
    pass: { label: 'Select another', from: ['ASKED', 'OFFERED'], to: 'NOT_CHOSEN', by: ['system'] },
    lapse: { label: 'Not answered in time', from: ['ASKED'], to: 'LAPSED', by: ['system'] },
  },
})

import { process, type StateOf } from '../../define/process/process.ts'

/**
 * The life of a trip. A vehicle of our own is placed at once; others are asked for from transporters. A trip that has
 * left is closed by itself once all its stops are released.
 */
export const tripProcess = process<{ status: string }>()({
  of: 'trip',
  noun: 'trip',
  start: 'PLANNED',
  states: {
    PLANNED: { carrier: 'Planned' },
    ASKED: { staff: 'Asked of transporters', carrier: 'Asked of you' },
    AGREED: { staff: 'Agreed with a transporter', carrier: 'Yours: name the vehicle' },
    PLACED: { staff: 'Vehicle named', carrier: 'Vehicle named' },
    GATE_IN: { staff: 'Inside the gate' },
    LOADING: {},
    LOADED: {},
    GATE_OUT: { staff: 'On its way' },
    CLOSED: {},
    CANCELLED: {},
  },
  sets: {
    inUse: ['PLANNED', 'ASKED', 'AGREED', 'PLACED', 'GATE_IN', 'LOADING', 'LOADED', 'GATE_OUT'],
    /** The vehicle stands on our ground. */
    inside: ['GATE_IN', 'LOADING', 'LOADED'],
    /** Its goods may still change. */
    open: ['PLANNED', 'ASKED', 'AGREED', 'PLACED', 'GATE_IN', 'LOADING'],
  },
  steps: {
    ask: { label: 'Ask transporters', from: ['PLANNED', 'ASKED'], to: 'ASKED', by: ['system'] },
    agree: { label: 'Agree', from: ['ASKED'], to: 'AGREED', by: ['system'] },
    place: { label: 'Name vehicle', from: ['PLANNED', 'AGREED', 'PLACED'], to: 'PLACED', by: ['A'] },
    gateIn: { label: 'Let in', from: ['PLACED'], to: 'GATE_IN', by: ['U'] },
    beginLoading: { label: 'Begin loading', from: ['GATE_IN'], to: 'LOADING', by: ['U'] },
    finishLoading: { label: 'Finish loading', from: ['LOADING'], to: 'LOADED', by: ['U'] },
    reload: { label: 'Load again', from: ['LOADED'], to: 'LOADING', by: ['U'], apart: 'beside' },
    gateOut: { label: 'Let out', from: ['LOADED'], to: 'GATE_OUT', by: ['U'] },
    changeVehicle: { label: 'Change vehicle', from: ['GATE_OUT'], by: ['U'], apart: 'beside' },
    close: { label: 'Close', from: ['GATE_OUT'], to: 'CLOSED', by: ['system'] },
    returned: { label: 'Record return', from: ['CLOSED'], by: ['U'] },
    cancel: {
      label: 'Cancel trip',
      from: ['PLANNED', 'ASKED', 'AGREED', 'PLACED', 'GATE_IN', 'LOADING', 'LOADED'],
      to: 'CANCELLED',
      by: ['U'],
      apart: 'danger',
    },
  },
})

export type TripStatus = StateOf<typeof tripProcess>

import type { Field, Tone } from './fields.ts'

/** The usual meaning of the names that states have; a field whose state means something else declares its own tones. */
const names: Record<Tone, string> = {
  wait:
    'PENDING CHANGE_PENDING OPEN NEW ASSIGNED WAITING_CUSTOMER SUBMITTED INVITED AWAITED PWC_READY READY QUEUED WAITING ' +
    'NOTICE_DUE RELEASE_REQUESTED PROPOSED UPLOADED VALIDATED CHECKED_OUT TRAY RETRY TASK MAPPING REQUIRED ' +
    'ENTERED BILLED NOTICE_GIVEN ISSUED EXPECTED CHECKING ASKED PLANNED AGREED PLACED',
  go:
    'IN_PROGRESS UNDER_REVIEW PARTIALLY_DISPATCHED DISPATCHED ON_LR PARTIAL BOOKED IN_TRANSIT AT_HUB OUT_FOR_DELIVERY ' +
    'PARTIALLY_ISSUED READING UPLOADING VALIDATING COMMITTING ROLLING_BACK SENDING RUNNING WRITING OFFERED GATE_IN ' +
    'LOADING LOADED GATE_OUT',
  ok:
    'APPROVED CONFIRMED DELIVERED COLLECTED ACCEPTED PARTLY_ACCEPTED CREDIT_NOTE_ISSUED RESOLVED CLOSED SUCCESS POSTED ' +
    'CLEARED SETTLED MATCHED PAID DONE FIXED SENT GIVEN CAPTURED OK CLEAN APPLIED PUBLISHED',
  bad:
    'IN_ERROR REJECTED REOPENED FAILED STUCK PARTIAL_DELIVERED UNDELIVERED RETURNED LOST DISPUTED REFUSED ' +
    'RELEASE_DENIED DONE_WITH_ERRORS FAILED_BUSINESS FAILED_TECH BOUNCED INFECTED UNKNOWN_ANSWER BAD_SIGNATURE ' +
    'AMOUNT_MISMATCH UNKNOWN_TXN DUPLICATE_CAPTURE BAD_PASSWORD LOCKED NO_ROLE SENT_BACK SHORT SUSPENDED DIFFERS ' +
    'CHARGED_BACK',
  calm:
    'ACTIVE REFUNDED AUTO_REFUNDED PART_RETURNED REVERSED MANUAL KNOWN UNCHANGED SHIPPED_BY_OUR_SUPPLIER NOTHING_TO_SEND ' +
    'WRITTEN_OFF',
  end:
    'DRAFT CANCELLED DEAD DELETED EXPIRED WITHDRAWN NOT_CREATED DISABLED NONE REVOKED SKIPPED NOT_REQUIRED CREATED ' +
    'NOT_DUE UNBILLED ENDED LEFT_OUT SUPERSEDED REPLACED IGNORED SUPPRESSED DECLINED ROLLED_BACK RELEASED',
}

const tones: ReadonlyMap<string, Tone> = new Map(
  Object.entries(names).flatMap(([tone, words]) => words.split(' ').map(word => [word, tone as Tone])),
)

/** A state that waits for one of several approvals is `PENDING_LIMIT`. */
const toneOfName = (state: string) => tones.get(state) ?? (state.startsWith('PENDING_') ? 'wait' : undefined)

/** How a record is doing in each of these states. */
export const tonesOf = <S extends string>(states: readonly S[]) =>
  Object.fromEntries(states.map(state => [state, toneOfName(state)])) as Record<S, Tone>

const known = new WeakMap<Field, Readonly<Record<string, Tone>> | undefined>()

/** Of a field that is a state, how a record is doing with each of its values: all its options are names of states. */
export function tonesIn(field: Field): Readonly<Record<string, Tone>> | undefined {
  if (!known.has(field)) {
    const { kind, options = [], tones: own } = field
    const named = options.filter(option => toneOfName(option))
    const isState = kind === 'choice' && (own !== undefined || named.length === options.length)
    known.set(field, isState ? { ...tonesOf(named), ...own } : own)
  }
  return known.get(field)
}

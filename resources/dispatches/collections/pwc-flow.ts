/** How far a collection has come. */
export const pwcStatuses = ['AWAITED', 'READY', 'COLLECTED', 'EXPIRED', 'CANCELLED'] as const
export type PwcStatus = (typeof pwcStatuses)[number]

/** A status in the words of its reader. */
export const pwcStatusLabels: Record<PwcStatus, string> = {
  AWAITED: 'To be made ready',
  READY: 'Ready at the gate',
  COLLECTED: 'Collected',
  EXPIRED: 'Not collected in time',
  CANCELLED: 'Cancelled',
}

/** A wrong code is taken so often; then a new one must be sent. */
export const MOST_CODE_TRIES = 5

interface Step {
  label: string
  from: readonly PwcStatus[]
  /** The right to collections that it needs: buyers have `create`, the desk has both. */
  right: 'create' | 'update'
}

/** What is done with a collection after it was authorised. */
export const pwcSteps = {
  ready: { label: 'Goods are ready', from: ['AWAITED'], right: 'update' },
  collect: { label: 'Hand over', from: ['READY'], right: 'update' },
  sendCode: { label: 'Send a new code', from: ['READY'], right: 'update' },
  correctFreight: { label: 'Correct freight', from: ['READY', 'COLLECTED'], right: 'update' },
  cancel: { label: 'Cancel collection', from: ['AWAITED', 'READY'], right: 'create' },
} as const satisfies Record<string, Step>
export type PwcStep = keyof typeof pwcSteps

/** The steps that are possible with a collection of this status, for somebody with these rights to it. */
export const pwcStepsFor = (status: PwcStatus, has: (right: Step['right']) => boolean): PwcStep[] =>
  (Object.keys(pwcSteps) as PwcStep[]).filter(name => {
    const { from, right }: Step = pwcSteps[name]
    return from.includes(status) && has(right)
  })

/** What a person may do with a record. */
export interface RecordAct {
  key: string
  label: string
  /** Completes the label for those who do not see the page. */
  of?: string
  /** The step that resolves what is next, one beside it, or something for the menu. */
  place: 'primary' | 'beside' | 'more'
  /** Shown in red and last, in the menu alone, unless it refuses a task. */
  danger?: boolean
  /** The key that takes it. */
  letter?: string
  /** A page of the portal. */
  to?: string
  /** A file, or with `opens` a page of its own such as that of the payment gateway. */
  href?: string
  opens?: boolean
  take?: () => void
  busy?: boolean
}

/** What stands where: one primary act, at most two beside it, the rest in a menu that ends with what is dangerous. */
export interface PlacedActs {
  primary: RecordAct | undefined
  beside: readonly RecordAct[]
  more: readonly RecordAct[]
}

const MOST_BESIDE = 2

/** Gives each act its one place. */
export function placed(acts: readonly RecordAct[]): PlacedActs {
  const primary = acts.find(({ place }) => place === 'primary')
  const others = acts.filter(act => act !== primary)
  const beside = others.filter(({ place }) => place !== 'more').slice(0, MOST_BESIDE)
  const rest = others.filter(act => !beside.includes(act))
  return { primary, beside, more: [...rest.filter(({ danger }) => !danger), ...rest.filter(({ danger }) => danger)] }
}

/** The same on a phone, whose bar has one act beside the primary one. */
export function placedOnPhone(acts: readonly RecordAct[]): PlacedActs {
  const { primary, beside, more } = placed(acts)
  const shown = beside.slice(0, 1)
  const everyday = more.filter(({ danger }) => !danger)
  return {
    primary,
    beside: shown,
    more: [...beside.slice(1), ...everyday, ...more.filter(({ danger }) => danger)],
  }
}

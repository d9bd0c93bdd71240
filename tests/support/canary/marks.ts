/** One unmistakable value, and where it was written. */
export interface Canary {
  resource: string
  row: number
  column: string
  /** The row holds another value since: only its history knows this one. */
  past: boolean
}

const TEXT = /ZQ(\d{5})Z/gi
const FIRST = 10_000

/** Every canary that was let loose; by its mark it is known again, as a text, an amount, or a cell of a sheet. */
export class Canaries {
  readonly #all: Canary[] = []
  readonly #recalled = new Set<Canary>()
  readonly #numbers = new Map<string, Canary>()

  text(canary: Canary): string {
    return `ZQ${this.#all.push(canary) + FIRST - 1}Z`
  }

  /** Ten digits, of which the last is not 0: no way of writing an amount drops one, and no sum of two is a third. */
  number(canary: Canary): number {
    const place = this.#all.push(canary)
    const digits = `9${place + FIRST - 1}${1000 + ((place * 7919) % 8999)}`.replace(/0$/, '7')
    this.#numbers.set(digits, canary)
    return Number(digits)
  }

  /** A canary that could not be written anywhere. */
  recall(canary: Canary) {
    this.#recalled.add(canary)
  }

  get all(): readonly Canary[] {
    return this.#all.filter(canary => !this.#recalled.has(canary))
  }

  /** The canaries in what somebody reads; `9,10,00,013.57` and `91000013.57` are the same number. */
  in(text: string): Canary[] {
    const found = [...text.matchAll(TEXT)].flatMap(([, mark]) => this.#all[Number(mark) - FIRST] ?? [])
    for (const [digits] of text.matchAll(/\d[\d,.]{8,}\d/g)) {
      const canary = this.#numbers.get(digits.replace(/[,.]/g, ''))
      if (canary) found.push(canary)
    }
    return found
  }
}

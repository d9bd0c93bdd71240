/** One unmistakable value, and where it was written. */
export interface Canary {
  resource: string
  row: number
  column: string
  /** The row holds another value since: only its history knows this one. */
  past: boolean
}

const TEXT = /ZQ(\d{5})Z/gi
const NUMBER = /9(\d{5})1357/g
const FIRST = 10_000

/** Every canary that was let loose; by its mark it is known again, as a text, an amount, or a cell of a sheet. */
export class Canaries {
  readonly #all: Canary[] = []

  text(canary: Canary): string {
    return `ZQ${this.#next(canary)}Z`
  }

  /** Ten digits, of which the last is not 0: no way of writing an amount drops one. */
  number(canary: Canary): number {
    return Number(`9${this.#next(canary)}1357`)
  }

  #next(canary: Canary): number {
    return this.#all.push(canary) + FIRST - 1
  }

  get all(): readonly Canary[] {
    return this.#all
  }

  /** The canaries in a text; `9,10,00,013.57` and `91000013.57` are the same number. */
  in(text: string): Canary[] {
    const marks = [
      ...[...text.matchAll(TEXT)].map(([, mark]) => mark!),
      ...[...text.matchAll(/\d[\d,.]{8,}\d/g)].flatMap(([digits]) =>
        [...digits.replace(/[,.]/g, '').matchAll(NUMBER)].map(([, mark]) => mark!),
      ),
    ]
    return marks.flatMap(mark => this.#all[Number(mark) - FIRST] ?? [])
  }
}

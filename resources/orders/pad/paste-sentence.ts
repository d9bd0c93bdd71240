import { isCodeLike, parseAmount, parseCas, parseCode, parseQuantity } from './paste-words.ts'
import { isMeasure, type Unit, unitOf } from './units.ts'

interface Sentence {
  code: string | null
  cas: string | null
  words: string
  qty: number | null
  unit: Unit | null
  doubt: string | null
}

/** A quantity in a sentence, and its rank: counted things before measures, which may be a pack size. */
interface FoundQuantity {
  from: number
  to: number
  qty: number
  unit: Unit | null
  rank: number
}

/** Reads one line of a message: «please send 20 nos LS-1001», «Agarose LE 500 g - 3 btl», «5 x LS-1002». */
export function readSentence(text: string): Sentence {
  const tokens = text.split(/\s+/).map(token => token.replace(/^[("'«“]+|[)"'»”,;:!?]+$/g, ''))
  const cas = tokens.map(parseCas).find(Boolean) ?? null
  const codes = tokens.filter(token => isCodeLike(token) && parseCas(token) === null && parseAmount(token) === null)
  // A word before a lone number may be a code without digits; the catalogue decides.
  const pair = tokens.length === 2 && parseQuantity(tokens[1]!) !== null ? parseCode(tokens[0]!) : null
  const alone = tokens.length === 1 && cas === null ? parseCode(tokens[0]!) : null
  const code = codes[0]?.toUpperCase() ?? (cas === null ? (pair ?? alone) : null)
  const quantities = quantitiesIn(text)
  const [best, next] = quantities
  const words = wordsOf(text, best, code ?? cas)
  const read = { code, cas, words, qty: best?.qty ?? null, unit: best?.unit ?? null }
  if (!best)
    return {
      ...read,
      doubt: code === null && cas === null ? 'There is no product with a quantity in it' : missing(tokens, code),
    }
  if (new Set(codes).size > 1) return { ...read, doubt: 'There is more than one code' }
  if (next && next.rank === best.rank) return { ...read, doubt: 'There is more than one quantity' }
  if (code === null && cas === null && !/[a-z]{3}/i.test(words))
    return { ...read, code: null, doubt: `“${text}” is not a product code` }
  return { ...read, doubt: null }
}

const missing = (tokens: readonly string[], code: string | null) => {
  const numberText = tokens.find(token => /^-?\d/.test(token) && token.toUpperCase() !== code)
  return numberText === undefined ? 'There is no quantity' : `“${numberText}” is not a quantity`
}

/** Every number of a sentence that may be the quantity, the likeliest first. */
function quantitiesIn(text: string): FoundQuantity[] {
  const quantities: FoundQuantity[] = []
  // A number by itself, with a unit behind it, a sign of multiplication, or «qty» before it.
  const form = /(?<![\w.,/-])(qty\.?|quantity|x|×|@)?[\s:=]*(\d[\d,]*(?:\.\d+)?)\s*(x|×|[a-z]+\.?)?(?![\w-])/gi
  for (const match of text.matchAll(form)) {
    const [matchedText, before, number, after] = match
    const qty = parseQuantity(number!)
    const unit = after === undefined ? null : (unitOf(after) ?? null)
    const times = /^[x×]$/i.test(after ?? '') || /^(?:qty|quantity|x|×)/i.test(before ?? '')
    if (qty === null || before === '@') continue
    const from = match.index
    const to = from + (unit === null && !times ? matchedText.indexOf(number!) + number!.length : matchedText.length)
    const atEnd = to >= text.trimEnd().length
    const atStart = from === 0
    const rank =
      times || (unit !== null && !isMeasure(unit)) ? 3 : unit !== null ? (atEnd ? 1 : 0) : atEnd ? 2 : atStart ? 1.5 : 0
    // A number in the midst of words, such as «PH 102», is part of the name.
    if (rank === 0 && unit === null) continue
    quantities.push({ from, to, qty, unit, rank })
  }
  const sure = quantities.filter(({ rank }) => rank > 0)
  return (sure.length > 0 ? sure : quantities).sort((one, other) => other.rank - one.rank || one.from - other.from)
}

/** The words of a sentence without its quantity. */
function wordsOf(text: string, quantity: FoundQuantity | undefined, numberText: string | null): string {
  const rest = quantity ? `${text.slice(0, quantity.from)} ${text.slice(quantity.to)}` : text
  return (
    numberText
      ? rest
          .split(' ')
          .filter(word => !word.toUpperCase().includes(numberText))
          .join(' ')
      : rest
  )
    .replace(/\b(please|pls|kindly|send|supply|need|require|required|of|order|qty)\b/gi, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s\-–:,=.]+|[\s\-–:,=.]+$/g, '')
}

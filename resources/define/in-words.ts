const ones = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
/** The Indian units of counting, largest first. */
const steps: readonly [number, string][] = [
  [10_000_000, 'crore'],
  [100_000, 'lakh'],
  [1000, 'thousand'],
  [100, 'hundred'],
]

/** A whole number from 0 on in words, by lakh and crore: 211574 is `two lakh eleven thousand five hundred seventy-four`. */
export function numberInWords(number: number): string {
  for (const [size, name] of steps) {
    if (number < size) continue
    const rest = number % size
    const head = `${numberInWords((number - rest) / size)} ${name}`
    return rest === 0 ? head : `${head} ${numberInWords(rest)}`
  }
  if (number < 20) return ones[number]!
  const one = number % 10
  return one === 0 ? tens[number / 10]! : `${tens[(number - one) / 10]}-${ones[one]}`
}

/** Paise as a receipt writes them: `Rupees two lakh eleven thousand five hundred seventy-four and fifty paise only`. */
export function rupeesInWords(paise: number): string {
  const rest = Math.abs(paise) % 100
  const rupeesText = numberInWords((Math.abs(paise) - rest) / 100)
  const fraction = rest === 0 ? '' : ` and ${numberInWords(rest)} paise`
  return `${paise < 0 ? 'Minus rupees' : 'Rupees'} ${rupeesText}${fraction} only`
}

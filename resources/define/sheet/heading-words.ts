/** The words of a heading as the trade writes them, so that «Rate (Rs.)» and «Net price» are found to be alike. */

/** What offices write for a word of our labels; several words stand for one, and one may stand for several. */
const said: Readonly<Record<string, string>> = {
  amt: 'amount',
  addr: 'address',
  acct: 'account',
  article: 'product',
  cd: 'code',
  cust: 'customer',
  delv: 'delivery',
  desc: 'description',
  description: 'name',
  dept: 'department',
  disc: 'discount',
  dist: 'distributor',
  doc: 'document',
  dt: 'date',
  effective: 'from',
  emp: 'employee',
  inv: 'invoice',
  item: 'product',
  lt: 'limit',
  mat: 'product',
  material: 'product',
  matl: 'product',
  max: 'maximum',
  min: 'minimum',
  mob: 'mobile',
  no: 'number',
  nos: '',
  num: 'number',
  party: 'customer',
  ph: 'phone',
  pincode: 'pin code',
  prod: 'product',
  qty: 'quantity',
  rate: 'price',
  ref: 'reference',
  sku: 'product',
  till: 'to',
  tpt: 'transporter',
  transp: 'transporter',
  upto: 'to',
  until: 'to',
  veh: 'vehicle',
  wef: 'valid from',
  wh: 'warehouse',
  wt: 'weight',
}

/** Units, and words that tell nothing of which field it is. */
const UNSAID = new Set(
  'rs inr rupees pct percent kg kgs g gm l ltr ea days the a of in per for as new revised current only'.split(' '),
)

/** The words of a heading, without units, what stands in brackets and signs, and in our words; each once. */
export function headingWords(heading: string): ReadonlySet<string> {
  const words = wordsIn(heading.replace(/[([{][^)\]}]*[)\]}]/g, ' '))
  const meant = words.flatMap(word => (said[word] ?? word).split(' ')).filter(word => word !== '' && !UNSAID.has(word))
  // «Valid from» is said by «from» alone, and so is the end.
  return new Set(meant.filter(word => word !== 'valid'))
}

/** Words in small letters: `w.e.f.` is one, `Cust. code` and `netPrice` are two. */
const wordsIn = (heading: string): string[] =>
  heading
    .normalize('NFKC')
    .replace(/\b(\p{L}\.){2,}\p{L}?\b\.?/gu, letters => letters.replaceAll('.', ''))
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Whether a heading speaks of money. */
const saysMoney = (heading: string) => /₹|\b(rs|inr|rupees|rate|price|amt|amount|value|cost)\b/i.test(heading)

type Fits = (heading: ReadonlySet<string>, column: ReadonlySet<string>) => boolean
const isPart: Fits = (heading, column) => heading.isSubsetOf(column)
const isSame: Fits = (heading, column) => heading.size === column.size && isPart(heading, column)

/**
 * For each heading the only column that it names in other words, by its index among `named`; null where none or several
 * do. A column is meant by all its words, else by some that no other free column has; what speaks of money means an
 * amount first.
 */
export function alikeColumns(
  headings: readonly string[],
  named: readonly (readonly string[])[],
  isMoney: (column: number) => boolean = () => false,
): (number | null)[] {
  const columns = named.map(names => names.map(headingWords).filter(words => words.size > 0))
  const words = headings.map(headingWords)
  const found: (number | null)[] = headings.map(() => null)
  const propose = (fits: Fits, isAmong: (column: number, heading: string) => boolean) => {
    const free = columns.map((_, index) => !found.includes(index))
    const proposals = words.map((heading, place) => {
      if (found[place] !== null || heading.size === 0) return null
      const fitting = columns.flatMap((names, index) =>
        free[index] && isAmong(index, headings[place]!) && names.some(column => fits(heading, column)) ? [index] : [],
      )
      return fitting.length === 1 ? fitting[0]! : null
    })
    // Two headings that mean the same column are left to the sender.
    for (const [place, index] of proposals.entries())
      if (index !== null && proposals.filter(each => each === index).length === 1) found[place] = index
  }
  propose(isSame, () => true)
  propose(isPart, (column, heading) => saysMoney(heading) && isMoney(column))
  propose(isPart, () => true)
  return found
}

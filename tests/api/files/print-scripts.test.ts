import { describe, expect, it } from 'vitest'
import { fitContent } from '../../../api/files/print/fit-content.ts'
import { furtherFonts } from '../../../api/files/print/print-fonts.ts'
import { type PdfFont, shaperOf } from '../../../api/files/print/shape-text.ts'
import { clustersOf, isPlain, splitByFont } from '../../../api/files/print/split-by-font.ts'
import { printPdf } from '../../../api/files/print-pdf.ts'
import { pdfText } from '../../support/pdf-text.ts'

/** What offices write: the day, the gate and the godown, with conjuncts and vowels that stand around their consonant. */
const said: Record<string, string> = {
  Devanagari: 'बुधवार तक क्षेत्रीय गोदाम में उतारें, राष्ट्रीय त्योहार के कारण द्वार बंद है। ४५',
  Gujarati: 'બુધવાર સુધી ક્ષેત્રીય ગોદામમાં ઉતારો, રાષ્ટ્રીય તહેવાર ૪૫',
  Tamil: 'புதன்கிழமைக்குள் கிடங்கில் இறக்கவும், கோவில் ஸ்ரீ கௌரி க்ஷேம',
  Telugu: 'బుధవారం లోగా క్షేత్రీయ గోదాములో దించండి, రాష్ట్రీయ ద్వారం',
  Kannada: 'ಬುಧವಾರದೊಳಗೆ ಕ್ಷೇತ್ರೀಯ ಗೋದಾಮಿನಲ್ಲಿ ಇಳಿಸಿ, ರಾಷ್ಟ್ರೀಯ ದ್ವಾರ',
  Malayalam: 'ബുധനാഴ്ചയ്ക്കകം ക്ഷേത്ര ഗോഡൗണിൽ ഇറക്കുക, രാഷ്ട്രീയ കൊച്ചി',
  Bengali: 'বুধবারের মধ্যে ক্ষেত্রীয় গুদামে নামান, রাষ্ট্রীয় দ্বার কোচবিহার ৪৫',
  Gurmukhi: 'ਬੁੱਧਵਾਰ ਤੱਕ ਗੋਦਾਮ ਵਿੱਚ ਉਤਾਰੋ, ਪ੍ਰਬੰਧਕ ਸ੍ਰੀ ੪੫',
  Oriya: 'ବୁଧବାର ସୁଦ୍ଧା କ୍ଷେତ୍ରୀୟ ଗୋଦାମରେ ଓହ୍ଲାନ୍ତୁ, ରାଷ୍ଟ୍ରୀୟ ଦ୍ୱାର',
}
const printed = (text: string, style = {}) => printPdf({ title: 'Proof', content: [{ text, ...style }] })

/** What the pages say with all blanks taken out: a PDF places its words by themselves. */
const readBack = (pdf: Buffer) => pdfText(pdf).replace(/\s/g, '')
const packed = (text: string) => text.normalize('NFC').replace(/\s/g, '')

describe('a PDF', () => {
  it.each(Object.entries(said))('prints %s, upright and bold, and is searched by its words', async (_, text) => {
    for (const style of [{}, { bold: true }, { italics: true }])
      expect(readBack(await printed(text, style))).toContain(packed(text))
  })

  // Each of the nine has its consonants and vowel signs at the same places of its block (ISCII).
  it.each([0x900, 0x980, 0xa00, 0xa80, 0xb00, 0xb80, 0xc00, 0xc80, 0xd00])(
    'prints every consonant with every vowel sign, alone and joined, of block %i',
    async first => {
      const assigned = (from: number, to: number, kind: RegExp) =>
        Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(first + from + at)).filter(sign =>
          kind.test(sign),
        )
      const consonants = assigned(0x15, 0x39, /\p{Lo}/u)
      const vowels = ['', ...assigned(0x3e, 0x4d, /\p{M}/u)]
      const ra = String.fromCodePoint(first + 0x4d, first + 0x30)
      const syllables = consonants.flatMap(consonant => vowels.map(vowel => consonant + vowel))
      const text = [
        ...assigned(0x05, 0x14, /\p{Lo}/u),
        ...assigned(0x66, 0x6f, /\p{Nd}/u),
        ...syllables,
        ...consonants.map(consonant => consonant + ra),
      ].join(' ')
      expect(readBack(await printed(text))).toContain(packed(text))
    },
  )

  it('prints the signs of chemistry, measures and arithmetic', async () => {
    const text =
      '→ ← ↔ ⇌ −20 ℃ ≥ 99.5 % ≤ ≈ ≠ ∞ √ ∆ ∑ ₹ 7 m² m³ H₂SO₄ SO₄²⁻ CO₃²⁻ Na⁺ µm μm ± 5° αβγδεΩ ½ № ✓ ✗ □ ☐ ☑ ★ ▲ ▼'
    expect(readBack(await printed(text))).toContain(packed(text))
  })

  it('prints signs of double width in their plain form, and leaves out what is not seen', async () => {
    const text = readBack(await printed('１００２ ㎏ 25\u200b01\u200e77\ufeff soft\u00adener'))
    expect(text).toContain('1002kg250177softener')
  })

  it('prints a box for what no font has, such as emoji, and goes on', async () => {
    expect(readBack(await printed('Thanks 👍🏽 for 👩‍👩‍👧 and 你好'))).toContain('Thanks□for□and□□')
    expect(readBack(await printed('שלום مرحبا 45'))).toContain('45')
  })

  it('prints the scripts in its title, tables and lists', async () => {
    const content = [
      { table: { body: [[said.Tamil, { text: said.Telugu }, 12]] } },
      { columns: [{ stack: [said.Bengali] }, { ul: [{ text: ['as ', { text: said.Oriya, bold: true }] }] }] },
    ]
    const text = readBack(await printPdf({ title: said.Gujarati!, content }))
    for (const script of ['Tamil', 'Telugu', 'Bengali', 'Oriya', 'Gujarati'])
      expect(text).toContain(packed(said[script]!))
  })

  it('breaks a word that is wider than its line between clusters', async () => {
    const word = packed(said.Kannada!)
    const pdf = await printPdf({ title: 'Proof', content: [{ table: { widths: [40], body: [[word]] } }] })
    const lines = pdfText(pdf).split('\n')
    const clusters = clustersOf(word)
    const ends = new Set(clusters.map((_, at) => clusters.slice(0, at + 1).join('').length))
    let length = 0
    const own = lines.filter(line => line !== '' && word.includes(line.trim()))
    for (const line of own) {
      length += line.trim().length
      expect(ends).toContain(length)
    }
    expect(own.length).toBeGreaterThan(3)
  })
})

/** How many glyphs a text of India takes. */
async function glyphsOf(script: keyof ReturnType<typeof furtherFonts>, text: string) {
  const font = { subset: { glyphs: [] } } as unknown as PdfFont
  const shaper = await shaperOf(furtherFonts()[script].normal)
  shaper.draw(font)
  return font.layoutRun(text).glyphs
}

describe('letters of India', () => {
  it.each([
    ['Devanagari', 'क्ष'],
    ['Devanagari', 'ज्ञ'],
    ['Bengali', 'ক্ষ'],
    ['Gujarati', 'જ્ઞ'],
    ['Malayalam', 'ക്ഷ'],
    ['Oriya', 'କ୍ଷ'],
  ] as const)('are joined to one in %s: %s', async (script, text) => {
    expect(await glyphsOf(script, text)).toHaveLength(1)
  })

  it.each([
    ['Devanagari', 'क', 'कि'],
    ['Bengali', 'ক', 'কে'],
    ['Tamil', 'க', 'கெ'],
    ['Malayalam', 'ക', 'കെ'],
    ['Gurmukhi', 'ਕ', 'ਕਿ'],
  ] as const)('stand behind a vowel that is written before them in %s: %s in %s', async (script, letter, syllable) => {
    const [own] = await glyphsOf(script, letter)
    expect((await glyphsOf(script, syllable)).map(({ id }) => id).indexOf(own!.id)).toBe(1)
  })

  it.each([
    ['Tamil', 'க', 'கொ'],
    ['Malayalam', 'ക', 'കോ'],
    ['Bengali', 'ক', 'কৌ'],
  ] as const)('stand between the halves of a vowel in %s: %s in %s', async (script, letter, syllable) => {
    const [own] = await glyphsOf(script, letter)
    expect((await glyphsOf(script, syllable)).map(({ id }) => id === own!.id)).toEqual([false, true, false])
  })
})

describe('texts', () => {
  const everything = () => true

  it('are whole clusters: a conjunct with its vowel is one', () => {
    expect(clustersOf('क्षत्रिय')).toEqual(['क्ष', 'त्रि', 'य'])
    expect(clustersOf('ದ್ವಾರ')).toEqual(['ದ್ವಾ', 'ರ'])
    expect(clustersOf('ক্ষ কো')).toEqual(['ক্ষ', ' ', 'কো'])
  })

  it('are runs of one font; a danda stays with its sentence', () => {
    const runs = splitByFont('PO ক্রয়। 7 → कार्य।', everything, () => undefined)
    expect(runs).toEqual([
      { text: 'PO ', font: 'Roboto' },
      { text: 'ক্রয়। '.normalize('NFC'), font: 'Bengali' },
      { text: '7 → ', font: 'Roboto' },
      { text: 'कार्य।', font: 'Devanagari' },
    ])
  })

  it('stay as they are where Roboto prints them', () => {
    const layout = { hLineWidth: () => 1 }
    const content = [{ table: { body: [['a', 'é ₹ 5 – “b”']] }, layout }]
    expect(isPlain('é ₹ 5 – “b” −2')).toBe(true)
    expect(fitContent(content, text => [{ text, font: 'Signs' }])).toEqual(content)
  })
})

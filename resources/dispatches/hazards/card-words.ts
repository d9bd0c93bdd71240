import type { HazardClass } from './classes.ts'

/** What a TREM card says in Hindi of goods of a class: dangers, protection, spill, fire and first aid. */
export interface HindiCard {
  dangers: string
  protection: string
  spill: string
  fire: string
  firstAid: string
}

const common = {
  protection: 'दस्ताने, चश्मा और जूते पहनें।',
  firstAid: 'त्वचा और आँखों को 15 मिनट तक पानी से धोएँ। डॉक्टर को दिखाएँ।',
}

const flammable: HindiCard = {
  ...common,
  dangers: 'यह आसानी से आग पकड़ता है। भाप हवा में मिलकर विस्फोट कर सकती है।',
  spill: 'इंजन बंद करें। बीड़ी, सिगरेट और आग दूर रखें। रेत से सोखें। नाली में न जाने दें।',
  fire: 'फोम, सूखा पाउडर या कार्बन डाइऑक्साइड से बुझाएँ। पानी की सीधी धार न डालें।',
}
const toxic: HindiCard = {
  ...common,
  dangers: 'यह ज़हरीला है। साँस, त्वचा या मुँह से अंदर जाने पर ख़तरा है।',
  spill: 'लोगों को दूर रखें। हवा के रुख़ की ओर खड़े हों। रेत से ढकें। नाली में न जाने दें।',
  fire: 'धुएँ से दूर रहें। फोम या पानी की फुहार से बुझाएँ।',
}
const corrosive: HindiCard = {
  ...common,
  dangers: 'यह त्वचा और आँखों को जलाता है। धातु को गलाता है।',
  spill: 'हाथ न लगाएँ। रेत या मिट्टी से ढकें। नाली में न जाने दें।',
  fire: 'यह ख़ुद नहीं जलता। बर्तन पानी की फुहार से ठंडे रखें।',
}
const oxidizing: HindiCard = {
  ...common,
  dangers: 'यह दूसरी चीज़ों की आग तेज़ करता है। लकड़ी, कपड़े और तेल से दूर रखें।',
  spill: 'पानी से पतला करें। बुरादे या कपड़े से न सोखें।',
  fire: 'बहुत सारे पानी से बुझाएँ।',
}
const other: HindiCard = {
  ...common,
  dangers: 'यह ख़तरनाक माल है। लेबल पर लिखा ख़तरा पढ़ें।',
  spill: 'लोगों को दूर रखें। नाली में न जाने दें। आपातकालीन नंबर पर फ़ोन करें।',
  fire: 'दूर से पानी की फुहार या फोम से बुझाएँ। आपातकालीन नंबर पर फ़ोन करें।',
}

const byClass: Partial<Record<HazardClass, HindiCard>> = {
  '2.1': flammable,
  '3': flammable,
  '4.1': flammable,
  '4.2': flammable,
  '2.3': toxic,
  '6.1': toxic,
  '8': corrosive,
  '5.1': oxidizing,
  '5.2': oxidizing,
}

/** The words of a card in Hindi for a class. */
export const hindiCard = (hazardClass: HazardClass): HindiCard => byClass[hazardClass] ?? other

/** The names of the parts of a card, in English and Hindi. */
export const cardLabels = {
  consignor: ['Consignor', 'भेजने वाला'],
  telephone: ['Emergency telephone, 24 hours', 'आपातकालीन फ़ोन, 24 घंटे'],
  goods: ['Goods', 'माल'],
  unNo: ['UN number', 'यूएन नंबर'],
  hazardClass: ['Class', 'श्रेणी'],
  packingGroup: ['Packing group', 'पैकिंग समूह'],
  eac: ['Emergency action code', 'आपातकालीन कार्रवाई कोड'],
  look: ['Look', 'पहचान'],
  dangers: ['Dangers', 'ख़तरे'],
  protection: ['Protection', 'बचाव'],
  spill: ['Spill', 'रिसाव'],
  fire: ['Fire', 'आग'],
  firstAid: ['First aid', 'प्राथमिक उपचार'],
} as const
export type CardLabel = keyof typeof cardLabels

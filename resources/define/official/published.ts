import type { Format } from '../formats.ts'
import type { GstinKindName } from './gstin.ts'

/** Where a kind of official number is published, and numbers in and against its form; those with ZZ belong to nobody. */
interface Published {
  source: string
  fits: readonly string[]
  fitsNot: readonly string[]
}

const GST = 'developer.gst.gov.in, validations of GSTIN and UIN'

/** The kinds of GSTIN. */
export const publishedGstins: Readonly<Record<GstinKindName, Published>> = {
  UIN: { source: GST, fits: ['0719UNO00104UNV', '2717ONG00021ONN'], fitsNot: ['0719UNO0104UNV', '0719UNO00104UXV'] },
  NON_RESIDENT: { source: GST, fits: ['0920ZZA00031NRX'], fitsNot: ['0920ZZA0031NRQ', '09ZZA2000031NRQ'] },
  OIDAR: { source: GST, fits: ['9919ZZB00044OS3', '9921ZZC00012OSA'], fitsNot: ['9819ZZB00044OS3', '9919ZZB0044OS3'] },
  TAX_DEDUCTOR: {
    source: GST,
    fits: ['27ZZDB14521C1DP', '29ZZAGD1234F1D0'],
    fitsNot: ['27ZZDB14521C0D0', '99ZZAGD1234F1D0'],
  },
  TAX_COLLECTOR: {
    source: GST,
    fits: ['29ZZACE4455P1CB', '07ZZACE4455P2C0'],
    fitsNot: ['29ZZAC44555P1CB', '39ZZACE4455P1CB'],
  },
  REGULAR: {
    source: GST,
    fits: ['27AAPFU0939F1ZV', '07ZZAEC7788K1ZW', '33ZZALP9090R1F9'],
    fitsNot: ['27AAPFU0939F1ZW', '00AAPFU0939F1ZV', '27AAPFU0939F0ZV', '27AAPFU0939F1KV'],
  },
  GOVERNMENT: {
    source: 'resilient-tech/india-compliance, GOVT_DEPTID',
    fits: ['21ZZBC54321D1Z4', '06ZZHR00911K2Z8'],
    fitsNot: ['21ZZB154321D1Z4', '40ZZBC54321D1Z4', '21ZZBC54321DAZ4'],
  },
}

const MOTOR = 'Central Motor Vehicles Rules 1989, rules 50, 53C and 76'
const NIC = 'einvoice6.gst.gov.in, General Master: forms of vehicle numbers'

/** The kinds of number plates. */
export const publishedPlates: Readonly<Record<Exclude<keyof typeof import('./vehicle.ts'), 'kindOfPlate'>, Published>> =
  {
    listed: {
      source: NIC,
      fits: ['NP2KHA1234', 'BP1A1234', 'NP12345', 'TM12345', 'DF123456'],
      fitsNot: ['NP123', 'BPABCDEF', 'DFABCDE'],
    },
    ordinary: {
      source: NIC,
      fits: ['AB121234', 'AB12A1234', 'AB12AB1234', 'AB123A1234', 'AB12ABC1234', 'DL1AB123', 'KA5K7'],
      fitsNot: ['AB12', 'A12AB1234', 'AB12AB12345', 'AB12ABCD1234', '12AB1234', 'MH12AB12O4'],
    },
    old: { source: NIC, fits: ['ABC1234', 'MHK821'], fitsNot: ['ABCD1234', 'ABC12345', 'ABC'] },
    bharat: {
      source: 'G.S.R. 594(E) of 26-08-2021',
      fits: ['22BH1234AA', '25BH0007C'],
      fitsNot: ['BH221234AA', '22BH123AA', '22BH1234AAA'],
    },
    temporary: {
      source: `${MOTOR}; ${NIC}`,
      fits: ['TRMH12342024', 'T0126MH1234A', 'T1225KA0042BC'],
      fitsNot: ['T1326MH1234A', 'T0126MH123A', 'TRMH', 'TRUCK'],
    },
    army: {
      source: `${MOTOR}; ${NIC}`,
      fits: ['↑03D153874H', '07C123456X', '↑12A4321'],
      fitsNot: ['↑', '07C12X'],
    },
    diplomatic: { source: MOTOR, fits: ['77CD12', '12CC345', '4UN101'], fitsNot: ['CD1277', '77CX12', '7777CD1'] },
  }

/** The forms of official numbers that no field holds by itself. */
export const otherForms = { fssai: /^[12]\d{13}$/ }

/** The other official numbers that have a form. */
export const publishedNumbers = {
  pan: {
    source: 'incometax.gov.in, structure of PAN',
    fits: ['AAPFU0939F', 'ZZACS1101A'],
    fitsNot: ['AAPFU0939', 'AAPDU0939F', '1APFU0939F'],
  },
  tan: {
    source: 'incometax.gov.in, structure of TAN',
    fits: ['MUMB12345C', 'ZZDB14521C'],
    fitsNot: ['MUM12345C', 'MUMB1234CC', 'AAPFU0939F'],
  },
  transin: {
    source: 'docs.ewaybillgst.gov.in, enrolment of transporters',
    fits: ['88ZZAFS5961L2ZQ', '88ZZBCK7711R1Z2', '27AAPFU0939F1ZV'],
    fitsNot: ['88ZZAFS5961L2Z', 'ZZAFS5961L2ZQ88', '88ZZAFS5961L2Z/'],
  },
  fssai: {
    source: 'foscos.fssai.gov.in, 14-digit licence and registration numbers',
    fits: ['10012011000001', '21519081000777'],
    fitsNot: ['1001201100000', '30012011000001', '1001201100000A'],
  },
  drugLicence: {
    source: 'Drugs Rules 1945, Forms 20B and 21B; states number as they please',
    fits: ['MH-TZ4-20B-118204', '20B/KA/2024/881'],
    fitsNot: ['MH/1', 'APPLIED FOR', 'MH_20B_11'],
  },
  pesoLicence: {
    source: 'Petroleum Rules 2002, licences in Forms XIV to XVI as peso.gov.in numbers them',
    fits: ['P/WC/MH/15/4410 (P270431)', 'P/HQ/GJ/16/77(P1204)', 'P/HQ/176'],
    fitsNot: ['P/1', 'P/WC/MH', 'PENDING', 'P WC MH 15 4410'],
  },
  eway: {
    source: 'NIC e-way bill API v1.03, ewbNo',
    fits: ['391010000001'],
    fitsNot: ['39101000000', '091010000001', '39101000000A'],
  },
} as const satisfies Partial<Record<Format | keyof typeof otherForms, Published>>

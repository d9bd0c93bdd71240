import fc from 'fast-check'
import { testSeed } from '../proof.ts'

// Properties are tried by the seed of the run: a guard finds on one tree what it found before, the proof something else.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: testSeed })

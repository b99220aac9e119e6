import * as z from 'zod/mini'
import { endpoint } from '../define.ts'
import { empty, hex, id, password, phone, purpose, smsCode, time } from '../schemas.ts'

const code = z.object({
  /** seconds until the member can request the next code */
  resendAfter: z.int(),
  /** seconds for which the code is valid */
  validFor: z.int(),
})

/** The session that a client stores after login. Only this answer contains `signKey`. */
export const session = z.object({
  token: z.string(),
  /** hex, 32 bytes: the key with which the client signs the calls of this session */
  signKey: z.string(),
  expiresAt: time,
  member: z.object({ id, nickname: z.string(), phone: z.string() }),
})

/** A random id that the app makes once and keeps in the browser. The server stores a keyed hash of it. */
const device = z.optional(hex(16))

export const register = endpoint({
  path: '/index/Afregister',
  summary: 'Register a member and log in',
  auth: 'anyone',
  opens: true,
  secret: true,
  input: z.strictObject({
    phone,
    code: smsCode,
    password,
    invitationCode: z.optional(z.string().check(z.regex(/^[A-Za-z0-9]{0,12}$/, 'INVITATION_FORMAT'))),
    /** version of the terms and the privacy statement to which the member agreed */
    terms: z.string().check(z.minLength(1, 'TERMS_REQUIRED'), z.maxLength(20)),
    adult: z.literal(true, 'ADULT_REQUIRED'),
    device,
  }),
  output: session,
  errors: [
    'PHONE_TAKEN',
    'CODE_WRONG',
    'CODE_EXPIRED',
    'INVITATION_UNKNOWN',
    'INVITATION_REQUIRED',
    'PASSWORD_COMMON',
    'PHONE_EXCLUDED',
  ],
})

export const inviter = endpoint({
  path: '/index/inviter',
  summary: 'Who invites with an invitation code, as everybody sees this member',
  auth: 'anyone',
  input: z.strictObject({ code: z.string().check(z.regex(/^[A-Za-z0-9]{1,12}$/, 'INVITATION_FORMAT')) }),
  output: z.object({
    /** masked; null: no member has this code, or the account is closed */
    name: z.nullable(z.string()),
  }),
  errors: [],
})

export const phoneCode = endpoint({
  path: '/index/phonecode',
  summary: 'Send an SMS code for registering, logging in or resetting the password',
  auth: 'anyone',
  input: z.strictObject({ phone, purpose }),
  output: code,
  errors: ['CODE_TOO_SOON', 'CODE_LIMIT'],
})

export const sendVerify = endpoint({
  path: '/index/sendverify',
  summary: "Send a verification code to the logged-in member's phone",
  auth: 'member',
  input: z.strictObject({
    purpose: z.enum(['recharge', 'withdraw', 'payout', 'phone', 'password', 'close', 'export']),
  }),
  output: code,
  errors: ['CODE_TOO_SOON', 'CODE_LIMIT'],
})

export const login = endpoint({
  path: '/index/login',
  summary: 'Log in with phone or user name and password',
  auth: 'anyone',
  secret: true,
  input: z.strictObject({
    account: z.string().check(z.minLength(1, 'REQUIRED'), z.maxLength(40)),
    password: z.string().check(z.minLength(1, 'REQUIRED'), z.maxLength(128)),
    device,
  }),
  output: session,
  errors: ['LOGIN_FAILED', 'LOGIN_DELAYED'],
})

export const loginByCode = endpoint({
  path: '/index/loginbycode',
  summary: 'Log in with phone and SMS code',
  auth: 'anyone',
  secret: true,
  input: z.strictObject({ phone, code: smsCode, device }),
  output: session,
  errors: ['CODE_WRONG', 'CODE_EXPIRED'],
})

export const resetPassword = endpoint({
  path: '/index/resetpassword',
  summary: 'Set a new password with an SMS code and end all sessions',
  auth: 'anyone',
  input: z.strictObject({ phone, code: smsCode, password }),
  output: z.object({ endedSessions: z.int() }),
  errors: ['CODE_WRONG', 'CODE_EXPIRED', 'PASSWORD_COMMON', 'FROZEN'],
})

export const logout = endpoint({
  path: '/index/logout',
  summary: 'End this session',
  auth: 'member',
  input: empty,
  output: empty,
  errors: [],
})

export const sessions = endpoint({
  path: '/user/sessions',
  summary: "List the member's sessions",
  auth: 'member',
  input: empty,
  output: z.object({
    items: z.array(
      z.object({
        id,
        current: z.boolean(),
        createdAt: time,
        seenAt: time,
        /** browser and operating system, derived from the user agent */
        device: z.string(),
      }),
    ),
  }),
  errors: [],
})

export const sessionEnd = endpoint({
  path: '/user/sessionend',
  summary: "End one of the member's sessions",
  auth: 'member',
  input: z.strictObject({ id }),
  output: empty,
  errors: [],
})

import { useState } from 'react'
import { AmountField } from '../ui/fields/amount-field.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { CodeField } from '../ui/fields/code-field.tsx'
import { Dialog } from '../ui/layout/dialog.tsx'
import { Field } from '../ui/fields/field.tsx'
import { Money } from '../ui/values/money.tsx'
import { PasswordField } from '../ui/fields/password-field.tsx'
import { PhoneField } from '../ui/fields/phone-field.tsx'
import { Sheet } from '../ui/layout/sheet.tsx'
import { Stepper } from '../ui/fields/stepper.tsx'
import { ThemeChoice } from '../parts/preferences/theme-choice.tsx'
import { KitSection } from './kit-section.tsx'

export function KitForms() {
  const [amount, setAmount] = useState('500.00')
  const [count, setCount] = useState(10)
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('4821')
  const [password, setPassword] = useState('secret1')
  const [resendAt, setResendAt] = useState<number | null>(null)
  const [sheet, setSheet] = useState(false)
  const [dialog, setDialog] = useState(false)
  return (
    <>
      <KitSection name="Form fields">
        <AmountField label="Amount" value={amount} onChange={setAmount} all="12480.50" placeholder="100.00" />
        <Field label="IFSC" defaultValue="SBIN00123" error="Four letters, then seven digits" />
        <Field label="Holder name" placeholder="Nusrat Jahan" hint="As the bank writes it" />
        <PhoneField value={phone} onChange={(value) => setPhone(value)} />
        <CodeField
          value={code}
          onChange={setCode}
          resendAt={resendAt}
          onSend={() => setResendAt(Date.now() + 60_000)}
        />
        <PasswordField
          label="Password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          rulesFor={password}
          autoComplete="new-password"
        />
        <Stepper label="How many shares?" value={count} onChange={setCount} max={96} />
        <ThemeChoice />
      </KitSection>
      <KitSection name="Sheet and dialog">
        <div className="grid grid-cols-2 gap-3">
          <Button tone="outline" onClick={() => setSheet(true)}>
            Open sheet
          </Button>
          <Button tone="outline" onClick={() => setDialog(true)}>
            Open dialog
          </Button>
        </div>
        <Sheet
          open={sheet}
          onOpenChange={setSheet}
          title="Nova X Pro, 256 GB"
          subtitle="Issue 1120-014 · 96 left"
          summary={
            <p className="flex justify-between">
              Your chance <b>13 of 1,200</b>
            </p>
          }
          foot={
            <Button tone="gold" size="lg" wide>
              Pay <Money amount="250.00" />
            </Button>
          }
        >
          <Stepper label="How many shares?" value={count} onChange={setCount} max={96} />
        </Sheet>
        <Dialog
          open={dialog}
          onOpenChange={setDialog}
          title="Recycle this prize for cash?"
          keep="Keep prize"
          act="Take cash"
          onAct={() => setDialog(false)}
        >
          You receive <Money amount="27000.00" className="text-ink font-bold" />, 90% of its value. This
          cannot be undone.
        </Dialog>
      </KitSection>
    </>
  )
}

/** Who runs the house. A house replaces it by a text of its own. */
import type { Rule } from '../rule.ts'

export const about: Rule = {
  version: '1',
  since: '2026-11-28',
  texts: {
    'en-us': {
      title: 'About us',
      intro: 'Who runs this mall, and how you reach them.',
      sections: [
        { title: '1. Who we are', text: '{house}' },
        {
          title: '2. Help',
          text: 'The draw rules explain how a winner is found and how you can check it. If you disagree with a draw, its calculation page and the proof are what counts.',
        },
      ],
    },
    'bn-bd': {
      title: 'আমাদের কথা',
      intro: 'এই মল কে চালায়, আর কীভাবে যোগাযোগ করবেন।',
      sections: [
        { title: '1. আমরা কারা', text: '{house}' },
        {
          title: '2. সহায়তা',
          text: 'বিজয়ী কীভাবে ঠিক হয় আর আপনি কীভাবে তা যাচাই করবেন, ড্রয়ের নিয়মে তা লেখা আছে। কোনো ড্র নিয়ে আপত্তি থাকলে তার হিসাবের পাতা ও প্রমাণই চূড়ান্ত।',
        },
      ],
    },
    'ar-sa': {
      title: 'من نحن',
      intro: 'من يدير هذا المتجر، وكيف تتواصل معه.',
      sections: [
        { title: '1. من نحن', text: '{house}' },
        {
          title: '2. المساعدة',
          text: 'تشرح قواعد السحب كيف يُحدَّد الفائز وكيف تتحقق من ذلك بنفسك. وإذا اعترضت على سحب فالمرجع هو صفحة حسابه وإثباته.',
        },
      ],
    },
    'zh-cn': {
      title: '关于我们',
      intro: '谁在运营这个商城，以及如何联系。',
      sections: [
        { title: '1. 我们是谁', text: '{house}' },
        {
          title: '2. 帮助',
          text: '开奖规则说明中奖者如何产生、你如何自行核对。如对某次开奖有异议，以其计算页面和证明为准。',
        },
      ],
    },
    'hi-in': {
      title: 'हमारे बारे में',
      intro: 'यह मॉल कौन चलाता है, और उनसे कैसे संपर्क करें।',
      sections: [
        { title: '1. हम कौन हैं', text: '{house}' },
        {
          title: '2. सहायता',
          text: 'ड्रॉ के नियम बताते हैं कि विजेता कैसे तय होता है और आप इसे खुद कैसे जाँच सकते हैं। किसी ड्रॉ पर आपत्ति हो, तो उसके हिसाब का पेज और प्रमाण ही मान्य हैं।',
        },
      ],
    },
    'pt-br': {
      title: 'Sobre nós',
      intro: 'Quem opera esta loja e como falar com a gente.',
      sections: [
        { title: '1. Quem somos', text: '{house}' },
        {
          title: '2. Ajuda',
          text: 'As regras do sorteio explicam como se chega ao ganhador e como você pode conferir. Se você discordar de um sorteio, valem a página do cálculo e a prova dele.',
        },
      ],
    },
    'id-id': {
      title: 'Tentang kami',
      intro: 'Siapa yang menjalankan mal ini dan cara menghubunginya.',
      sections: [
        { title: '1. Siapa kami', text: '{house}' },
        {
          title: '2. Bantuan',
          text: 'Aturan undian menjelaskan cara pemenang ditentukan dan cara Anda memeriksanya sendiri. Jika Anda tidak setuju dengan sebuah undian, yang menjadi acuan adalah halaman perhitungan dan buktinya.',
        },
      ],
    },
    'vi-vn': {
      title: 'Về chúng tôi',
      intro: 'Ai vận hành cửa hàng này và cách liên hệ.',
      sections: [
        { title: '1. Chúng tôi là ai', text: '{house}' },
        {
          title: '2. Trợ giúp',
          text: 'Quy tắc mở thưởng giải thích cách tìm ra người trúng và cách bạn tự kiểm tra. Nếu bạn không đồng ý với một lần mở thưởng, trang tính toán và bằng chứng của lần đó là căn cứ.',
        },
      ],
    },
  },
}

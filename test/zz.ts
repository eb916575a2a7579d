import { readDoc } from "../core/model/document.ts"; import { readFileSync } from "node:fs";
const d=readDoc(readFileSync(process.argv[2]!)).doc!;
const show=(i:any,n:number)=>{console.log(" ".repeat(n)+i.id, i.kind, i.name?.text??i.name??"", JSON.stringify(i.at??i.start??""));for(const c of i.children)show(c,n+2)};
let k=0; for(const e of d.items.entries){ if(k++>6)break; show(e.item(),0);}
